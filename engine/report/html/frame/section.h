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
    const char *folder; // or NULL
};

// Whether each cell has its tables; of many cells the answer is an overview.
bool html_shows_cells(const struct html_page *page);

// A section begins with its heading; `id` is what the contents link to.
void html_section(const struct html_page *page, const char *id, const char *title);
void html_section_end(const struct html_page *page);

// A list of sentences, or nothing; at most a hundred of them, then how many more there are.
void html_list(const struct html_page *page, const char *kind, const struct text_list *items);
