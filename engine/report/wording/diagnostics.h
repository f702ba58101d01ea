// Diagnostics of a series in words, with remedies.
#pragma once

#include "analysis/findings.h"
#include "report/model/notes.h"

// "steady after 12 iterations in 29 of 30 executions; independent at lags 1 to 4", or the problem
// and its remedy; NULL if nothing is known.
const char *verdict_wording(struct arena *arena, const struct findings *findings,
                            const struct series_diagnostics *diagnostics);

// Adds the notes on the series of the cell `index`: warm-up and independence, outliers, bimodality,
// drift, interference. Variants and metrics that share a sentence share a line.
void diagnostics_notes(struct notes *notes, const struct findings *findings, size_t index);

// "12 of 60 executions migrated between CPUs, …" of series of one cell that come from different
// executions; NULL if there is no more interference than on any machine.
const char *interference_wording(struct arena *arena, const struct stored_cell *cell,
                                 const struct series_diagnostics *const *series, size_t count);

// "diagnostics looked at 300 of 2500 series: by chance …".
const char *diagnostics_wording(struct arena *arena, const struct findings *findings);
