// Rows of CSV: RFC 4180 quoting, numbers that read back the same.
#pragma once

#include "model/phase.h"
#include "report/tables/records/table.h"

#include <stdio.h>

// A field, after a comma unless it is the first of its row.
void csv_text(FILE *out, bool first, const char *field);
void csv_number(FILE *out, double number);

// The header row of a record, and the row of its values.
void csv_header(FILE *out, const struct record *record);
void csv_record(FILE *out, const struct record *record);

// Writes the header row experiment,benchmark,variant,<axes>, then `columns` (NULL-terminated),
// without the columns of draws and the line end.
void csv_names(FILE *out, const struct findings *findings, const char *const *columns);

// Writes the values of experiment, benchmark, variant and axes, then the phase.
void csv_place(FILE *out, const struct findings *findings, const struct stored_cell *cell,
               size_t variant, enum phase phase);
