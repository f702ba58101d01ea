// Tables: with a caption, headed rows, and room to scroll where a screen is narrow.
#pragma once

#include "report/html/frame/section.h"

struct html_column {
    const char *name;
    bool number; // set to the right
};

// The table being written. Rows beyond a bound are counted only.
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
