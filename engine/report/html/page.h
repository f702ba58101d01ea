// A report as one page that opens anywhere: no script, nothing fetched.
#pragma once

#include "report/html/writer.h"
#include "report/model/document.h"

// What stands in the page beside the document.
struct page_figures {
    struct page_figure {
        const char *subject, *caption;
        const char *svg; // the file
    } * items;
    size_t count;
    struct text_list notes; // on what is left out
};

// The page; figures stand behind the answer (NULL: the page has no place for any), and links to
// files of TERMS sections lead to files beside it, where `linked`. The function does not report
// write errors of the stream: the caller checks ferror() or file_commit().
void document_html(const struct document *document, const struct page_figures *figures, bool linked,
                   FILE *out);
