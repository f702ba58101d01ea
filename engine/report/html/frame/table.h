// Tables with a caption and row headings, which scroll on narrow screens.
#pragma once

#include "report/html/frame/section.h"

struct html_column {
    const char *name;
    bool number; // right-aligned
};

// The table being written. It counts rows beyond a limit without writing them.
struct html_table {
    const struct html_page *page;
    const struct html_column *columns;
    size_t count, rows;
    const char *all; // the file that has all rows
};

struct html_table html_table_begin(const struct html_page *page, const char *caption,
                                   const struct html_column *columns, size_t count,
                                   const char *all);
// Rows of one kind follow, under a heading of their own.
void html_table_group(struct html_table *table, const char *title);
// `cells` has one text for each column: the first is the heading of the row, NULL is an empty cell.
void html_table_row(struct html_table *table, const char *const *cells);
void html_table_end(struct html_table *table);
