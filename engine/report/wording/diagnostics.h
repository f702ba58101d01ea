// What was seen of a series beside its values, in words, and what to do about it.
#pragma once

#include "analysis/findings.h"
#include "base/text.h"

// "steady after 12 iterations in 29 of 30 executions; independent at lags 1 to 4", or what is wrong
// and what to do; NULL where nothing is known.
const char *verdict_wording(struct arena *arena, const struct findings *findings,
                            const struct series_diagnostics *diagnostics);

// "+2.4 %": the last tenth against the first.
const char *drift_percent(struct arena *arena, const struct series_diagnostics *diagnostics);

// Adds what must be known of the series of the cell `index`: verdicts, outliers, two humps, drift,
// disturbances. Variants and metrics of which the same is true share a line.
void diagnostics_notes(struct arena *arena, const struct findings *findings, size_t index,
                       struct text_list *notes);

// "Evidence", for many cells: how many of the series were looked at, and what chance alone gives.
const char *diagnostics_title(struct arena *arena, const struct findings *findings);
