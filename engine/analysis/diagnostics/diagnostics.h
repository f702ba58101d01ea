// What a reviewer asks of every series: did it warm up, are its values independent, what disturbed
// it (METHOD, Steady state and independence).
#pragma once

#include "analysis/findings.h"

// Sets findings->evidence: one for each estimate, in the same order.
//
// The work is bounded, whatever the number of samples and cells. Of more than SERIES_LOOKED_AT
// estimates about as many are looked at, spread over all of them. These share the executions (of
// evenly spread blocks) and samples that are looked at, those that are searched for a steady state
// (2 to 5 µs each); and the copies that are shuffled, SHUFFLES_LEAST to SHUFFLES_MOST of as many
// values as that leaves room for.
enum {
    SERIES_LOOKED_AT = 400,
    EXECUTIONS_LOOKED_AT = 1 << 17,
    SAMPLES_LOOKED_AT = 1 << 22,
    SAMPLES_SEARCHED = 1 << 18,
    VALUES_SHUFFLED = 1 << 23,
    SHUFFLES_LEAST = 99,
    SHUFFLES_MOST = 499,
};
NODISCARD bool diagnostics_load(struct arena *arena, struct store *store, struct findings *findings,
                                struct error *error);
