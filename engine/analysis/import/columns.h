// One column of numbers out of plain text, as ministat reads it.
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
    size_t short_rows; // that ended before the column, and were passed over
    struct text bytes; // to be released
};

// Reads every row of a stream; `name` stands for it in messages. Blank rows, and what follows a
// field that begins with '#', are passed over. Of the mistakes `report` receives the first, one
// "file:line: error: …" a line; returns how many there are.
NODISCARD size_t column_read(struct column *column, FILE *stream, const char *name,
                             const struct column_rules *rules, struct text *report);
