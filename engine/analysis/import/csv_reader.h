// Reading CSV row by row (RFC 4180), knowing the line.
#pragma once

#include "base/text.h"

#include <stdio.h>

enum { CSV_ROW_BYTES_MAX = 1 << 20, CSV_FIELDS_MAX = 1024 };

struct csv_reader {
    FILE *stream;
    size_t line;      // on which the current row begins, from 1
    size_t next_line; // on which the next one will; 0: none yet; zero-initialised is ready
    size_t count;     // fields of the current row
    char *fields[CSV_FIELDS_MAX]; // NUL-terminated, until the next row
    struct text bytes;
};

enum csv_result {
    CSV_ROW,
    CSV_END,
    CSV_MISTAKE,  // *mistake says what; reading can go on with the next row
    CSV_HOPELESS, // *mistake says what; what follows means nothing
};

// Reads the next row that is not blank. LF, CRLF and CR end a row; a byte order mark is skipped.
enum csv_result csv_next(struct csv_reader *reader, const char **mistake);

void csv_release(struct csv_reader *reader);
