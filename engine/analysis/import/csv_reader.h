// Reading CSV row by row (RFC 4180), with line numbers.
#pragma once

#include "base/text.h"

#include <stdio.h>

enum { CSV_ROW_BYTES_MAX = 1 << 20, CSV_FIELDS_MAX = 1024 };

struct csv_reader {
    FILE *stream;
    size_t line;      // where the current row begins, from 1
    size_t next_line; // where the next one begins; 0 (zero-initialised): nothing was read yet
    size_t count;     // fields of the current row
    char *fields[CSV_FIELDS_MAX]; // NUL-terminated, until the next row
    struct text bytes;
};

enum csv_result {
    CSV_ROW,
    CSV_END,
    CSV_MISTAKE, // *mistake names it; the next row can be read
    CSV_BROKEN,  // *mistake names it; no further row can be read
};

// Reads the next row that is not blank. LF, CRLF and CR end a row; a byte order mark is skipped.
enum csv_result csv_next(struct csv_reader *reader, const char **mistake);

void csv_release(struct csv_reader *reader);
