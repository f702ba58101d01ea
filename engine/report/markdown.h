// A report in GitHub's Markdown.
#pragma once

#include "report/model/document.h"

#include <stdio.h>

struct markdown {
    int level;  // of the title, from 1
    bool phone; // tables have two columns, which a phone shows without scrolling
    bool notes; // with the sections of rank RANK_NOTES, folded away
};

// The function does not report write errors: the caller checks ferror() or file_commit().
void document_markdown(const struct document *document, const struct markdown *markdown, FILE *out);
