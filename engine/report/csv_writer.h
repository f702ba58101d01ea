// Rows of CSV: RFC 4180 quoting, numbers that read back the same.
#pragma once

#include "model/phase.h"
#include "report/records.h"

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

// pictures.csv, a row for each quantity that a picture shows; `over` is that of what is derived
// over x as a whole. A campaign without a file asks for none.
NODISCARD bool csv_pictures(struct arena *arena, struct store *store,
                            const struct findings *findings, FILE *out, struct error *error);

// samples.csv, without the warm-up of the pilot and without blocks that are still open.
NODISCARD bool csv_samples(struct store *store, const struct findings *findings, FILE *out,
                           struct error *error);
