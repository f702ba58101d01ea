// What a reviewer asks of every series: did it warm up, are its values independent, what disturbed
// it (METHOD, Steady state and independence).
#pragma once

#include "analysis/estimate/estimates.h"
#include "model/phase.h"
#include "stats/series/independence.h"

// What was seen of one series beside its values (analysis/evidence.h).
struct series_diagnostics {
    const struct estimate *estimate;
    bool looked_at; // else it is one of too many, and only what disturbed it is known
    // Steady state, of executions with enough iterations: the pilot's, warm-up included, where
    // there are any, else the real experiment's.
    enum phase phase;                 // of those executions
    size_t executions, steady, never; // looked at; of these steady, never steady
    size_t warmup;                    // median of the steady ones
    enum phase iterations_phase;      // real if executions have enough iterations there
    struct independence iterations;   // within executions, after the warm-up that was cut
    struct independence top;          // of the top units' means, in the order they were measured
    size_t outliers;                  // samples far beyond the others of their execution
    size_t samples;                   // that were looked at for them
    bool bimodal;                     // means of top units form two groups
    double modes[2], mode_share;      // their centres, and the share of the higher one
    bool drift_known, drifted;        // means of top units over time: rank trend, p <= 1 %
    double drift, drift_p;            // last tenth over first tenth, minus 1
    size_t migrated, switched;        // executions that were moved or taken off their CPU
    size_t throttled;                 // and those during which the machine throttled
};

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
NODISCARD bool diagnostics_load(struct arena *arena, struct store *store,
                                const struct estimates *estimates,
                                const struct series_diagnostics **diagnostics, struct error *error);
