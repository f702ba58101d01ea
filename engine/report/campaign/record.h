// A campaign's findings for programs.
#pragma once

#include "analysis/findings.h"
#include "report/model/record.h"

// Facts of the experiment, and lists of records: `claims`, `estimates`, `ratios`,
// `variances`, `dimensioning`, `diagnostics`, `autocorrelations` and `profiles` with the CSV files'
// field names, `failures`, `verdicts` (diagnostics in words), `canary_levels` and `events`. Limits
// that do not exist are absent. `derived` has the derived quantities, `derived_words` the sentences
// about them.
struct record *campaign_record(struct arena *arena, const struct findings *findings);
