// The parts of the page, each in its own file.
#pragma once

#include "report/html.h"
#include "report/html_writer.h"

struct html_page {
    struct html *html;
    struct arena *arena;
    struct store *store;
    const struct findings *findings;
    const char *folder; // or NULL
};

// Whether each cell has its tables; of many cells the answer is an overview.
bool html_shows_cells(const struct html_page *page);

// The contents of <style>.
void html_style(struct html *html);

// A section begins with its heading; `id` is what the contents link to.
void html_section(const struct html_page *page, const char *id, const char *title);
void html_section_end(const struct html_page *page);

// Of many cells: what was seen of their evidence, or all else that is said of them.
void html_overview(const struct html_page *page, bool diagnostics);

// A list of sentences, or nothing; at most a hundred of them, then how many more there are.
void html_list(const struct html_page *page, const char *kind, const struct text_list *items);

// ---- Tables

struct html_column {
    const char *name;
    bool number; // set to the right
};

// One table under way. Rows beyond a bound are counted only.
struct html_table {
    const struct html_page *page;
    const struct html_column *columns;
    size_t count, rows;
    const char *all; // where all rows are, in words
};

struct html_table html_table_begin(const struct html_page *page, const char *caption,
                                   const struct html_column *columns, size_t count,
                                   const char *all);
// Rows of one kind follow, under a heading of their own.
void html_table_group(struct html_table *table, const char *title);
// A cell for each column, the first one heads the row; NULL is an empty one.
void html_table_row(struct html_table *table, const char *const *cells);
void html_table_end(struct html_table *table);

// ---- Sections

void html_answer(const struct html_page *page);
void html_claims(const struct html_page *page);
void html_derived(const struct html_page *page);
void html_results(const struct html_page *page);
void html_variances(const struct html_page *page);
void html_diagnostics(const struct html_page *page);
void html_pictures(const struct html_page *page);
NODISCARD bool html_layouts(const struct html_page *page, struct error *error);
NODISCARD bool html_machine(const struct html_page *page, struct error *error);
void html_reproduce(const struct html_page *page);
NODISCARD bool html_methods(const struct html_page *page, struct error *error);
NODISCARD bool html_checklist(const struct html_page *page, struct error *error);
void html_files(const struct html_page *page);
