// Reading one column of numbers from plain text, as ministat does.
#pragma once

#include "base/text.h"

#include <stdio.h>

struct column_rules {
    const char *delimiters; // any run of these separates two fields
    size_t column;          // from 1
};

struct column {
    const double *values; // in the file's order; inside `bytes`
    size_t count;
    size_t short_rows; // skipped rows: they lack the column
    struct text bytes; // the caller releases it
};

// Reads every row of a stream; `name` stands for it in messages. Skips blank rows, and the rest of
// a row from a field that begins with '#'. `report` receives the first mistakes, each as a line
// "file:line: error: …". Returns the number of mistakes.
NODISCARD size_t column_read(struct column *column, FILE *stream, const char *name,
                             const struct column_rules *rules, struct text *report);
