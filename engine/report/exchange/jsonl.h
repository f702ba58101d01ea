// JSON Lines: every sample as one object, with the names of samples.csv.
#pragma once

#include "analysis/findings.h"

#include <stdio.h>

// Parameters are strings, like machine, block and execution; iteration and value are numbers.
NODISCARD bool report_jsonl(struct store *store, const struct findings *findings, FILE *out,
                            struct error *error);
