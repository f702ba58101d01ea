// What each column of a campaign's file may hold.
#pragma once

#include <stddef.h>

// `wrong` is SQL that is true of a row whose value does not fit.
struct column_check {
    const char *column, *wrong, *what;
};

enum { COLUMN_CHECKS_MAX = 10 };

// `row` is SQL that says which row it is; the checks end with one that has no column. Each check
// may rely on those before it.
struct table_check {
    const char *table, *row;
    struct column_check columns[COLUMN_CHECKS_MAX];
};

extern const struct table_check table_checks[];
extern const size_t table_check_count;
