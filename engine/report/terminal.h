// A report on a terminal.
#pragma once

#include "report/model/document.h"

#include <stdio.h>

struct terminal_view {
    size_t columns; // lines keep within them, but for one long word
    bool colour;
    bool notes; // with the sections of rank RANK_NOTES
};

// The function does not report write errors: the caller checks ferror().
void document_terminal(const struct document *document, const struct terminal_view *terminal,
                       FILE *out);
