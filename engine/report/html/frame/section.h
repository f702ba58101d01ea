// The page being written, its sections and its lists.
#pragma once

#include "analysis/findings.h"
#include "report/html/frame/writer.h"
#include "store/store.h"

struct html_page {
    struct html *html;
    struct arena *arena;
    struct store *store;
    const struct findings *findings;
    const char *pictures; // the folder that has them; NULL: none
    const char *folder;   // or NULL
};

// Whether the page has tables for each cell; for many cells it has an overview instead.
bool html_shows_cells(const struct html_page *page);

// A section begins with its heading; `id` is what the contents link to.
void html_section(const struct html_page *page, const char *id, const char *title);
void html_section_end(const struct html_page *page);

// Writes a list of at most a hundred sentences and the number of the others; writes nothing for an
// empty list.
void html_list(const struct html_page *page, const char *kind, const struct text_list *items);
