// Importing samples of any origin from CSV into a store, to analyse them like a campaign's.
#pragma once

#include "base/text.h"
#include "store/store.h"

#include <stdio.h>

// Reads a CSV file with the columns of samples.csv, in any order, into an empty store_temporary().
// Only `value` is required. A level without a column is not part of the experiment; rows that agree
// in all other levels are iterations. Any other column is an axis. Labels of block and execution
// may be any text; rows may come in any order. `report` receives every mistake as a line
// "file:line: error: …"; then `error` is EXIT_USAGE with their number.
NODISCARD bool import_csv(struct store *store, const char *path, struct text *report,
                          struct error *error);

// The same from a seekable stream; `name` stands for the file in messages and names the experiment.
NODISCARD bool import_stream(struct store *store, FILE *stream, const char *name,
                             struct text *report, struct error *error);
