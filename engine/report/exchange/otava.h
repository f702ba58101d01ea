// The CSV of Apache Otava (earlier Hunter): a table whose rows are points of time series.
#pragma once

#include "analysis/findings.h"

#include <stdio.h>

// A header and one row: the time when the campaign began, the experiment, its revisions, and each
// variant's summary of each metric. EXIT_USAGE: it has no time, since its samples were imported.
NODISCARD bool report_otava(struct arena *arena, struct store *store,
                            const struct findings *findings, FILE *out, struct error *error);
