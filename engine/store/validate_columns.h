// What each column of a campaign's file may hold, as a table of SQL conditions.
#pragma once

#include <stddef.h>

// `wrong` is SQL that is true for a row whose value is not allowed; `what` is the message.
struct column_check {
    const char *column, *wrong, *what;
};

enum { COLUMN_CHECKS_MAX = 10 };

// `row` is SQL that names the row; the checks end with one that has no column. Each check may rely
// on those before it.
struct table_check {
    const char *table, *row;
    struct column_check columns[COLUMN_CHECKS_MAX];
};

extern const struct table_check table_checks[];
extern const size_t table_check_count;
