// The Go benchmark format, for benchstat.
#pragma once

#include "analysis/findings.h"

#include <stdio.h>

// A line for every unit of the top level of the real phase, with the mean of its samples: benchstat
// takes lines for independent. Units are sec/op, METRIC-sec/op for other times, else METRIC-UNIT.
NODISCARD bool report_benchfmt(struct store *store, const struct findings *findings, FILE *out,
                               struct error *error);
