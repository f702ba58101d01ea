// Findings as one JSON object.
#pragma once

#include "analysis/findings.h"
#include "base/files/folder.h"

#include <stdio.h>

// An object: facts of the experiment, and arrays of objects: `claims`, `estimates`, `ratios`,
// `variances`, `dimensioning`, `diagnostics`, `autocorrelations` and `profiles` with the CSV files'
// field names, `failures`, `verdicts` (diagnostics in words), `canary_levels` and `events`. Limits
// that do not exist are null. `derived` has the derived quantities, `derived_words` the sentences
// about them.
NODISCARD bool report_json(const struct findings *findings, FILE *out, struct error *error);
