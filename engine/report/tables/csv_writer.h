// Rows of CSV: RFC 4180 quoting, numbers that read back the same.
#pragma once

#include "model/phase.h"
#include "report/tables/record.h"

#include <stdio.h>

// A field, after a comma unless it is the first of its row.
void csv_text(FILE *out, bool first, const char *field);
void csv_number(FILE *out, double number);

// A row of the names, and one of the values.
void csv_header(FILE *out, const struct record *record);
void csv_record(FILE *out, const struct record *record);

// experiment,benchmark,variant,<axes>, then `columns` (NULL-terminated): a whole header row but for
// the columns of draws and the end of the line.
void csv_names(FILE *out, const struct findings *findings, const char *const *columns);

// The values of the same, and the phase.
void csv_place(FILE *out, const struct findings *findings, size_t cell, size_t variant,
               enum phase phase);
