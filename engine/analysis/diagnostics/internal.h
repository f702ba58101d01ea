// Data that diagnosing all series and diagnosing one share.
#pragma once

#include "analysis/diagnostics/diagnostics.h"

// The work that one series may take.
struct series_budget {
    size_t executions, samples; // that are read
    size_t searched;            // iterations that warm-up detection searches
    size_t shuffled;            // values in all shuffled copies
};

// A series and where to read it; `pilot` is NULL where there is none.
struct diagnosed_series {
    struct store *store;
    const struct catalogue *catalogue;
    const struct series_entry *own, *pilot;
    struct slice slice; // of the pilot
    uint64_t seed;      // of the shuffled copies
    struct series_budget budget;
};

// Fills in everything except `estimate`, which the caller sets, and the interference counts.
NODISCARD bool diagnostics_of_series(const struct diagnosed_series *series,
                                     struct series_diagnostics *diagnostics, struct error *error);
