// Samples measured by anything, as CSV: into a store, so that the same analysis follows.
#pragma once

#include "base/text.h"
#include "store/store.h"

#include <stdio.h>

// Reads a CSV file with the columns of samples.csv in any order, into an empty store_temporary().
// Only `value` is required. A missing level column means that this level is no part; rows that
// agree in all the levels that are there are iterations. Any other column is an axis. Labels of
// block and execution may be any text; rows may come in any order. On mistakes `report` receives
// them, one "file:line: error: …" a line, and `error` is EXIT_USAGE with a one-line summary.
NODISCARD bool import_csv(struct store *store, const char *path, struct text *report,
                          struct error *error);

// The same from a seekable stream; `name` stands for the file in messages and names the experiment.
NODISCARD bool import_stream(struct store *store, FILE *stream, const char *name,
                             struct text *report, struct error *error);
