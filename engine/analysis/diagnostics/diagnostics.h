// Diagnostics of every series: warm-up, independence, drift, bimodality, outliers, interference
// (docs/method.md, "Independence", "Warm-up detection", "Bounded work").
#pragma once

#include "analysis/estimate/estimates.h"
#include "model/phase.h"
#include "stats/series/independence.h"

struct series_diagnostics {
    const struct estimate *estimate;
    bool looked_at; // false: there are too many series, and this one has interference counts only
    // Steady state, of executions with enough iterations: those of the pilot, warm-up included; if
    // it has none, those of the real phase.
    enum phase phase;                 // of those executions
    size_t executions, steady, never; // searched; steady and never steady ones among them
    size_t warmup;                    // iterations, median of the steady ones
    enum phase iterations_phase;      // real if its executions have enough iterations
    struct independence iterations;   // within executions, after the warm-up
    struct independence top;          // of the top units' means, in the order of time
    size_t outliers;                  // samples far from the others of their execution
    size_t samples;                   // searched for outliers
    bool bimodal;                     // means of top units form two groups
    double modes[2], mode_share;      // centres of the groups, and the share of the higher one
    bool drift_known, drifted;        // means of top units over time: rank trend, p <= 1 %
    double drift, drift_p;            // last tenth over first tenth, minus 1
    size_t migrated;                  // executions that migrated to another CPU,
    size_t switched;                  // that were preempted,
    size_t throttled;                 // and during which the machine throttled
};

// The work is bounded for any number of samples and cells. Of more than SERIES_EXAMINED estimates,
// a sample of about SERIES_EXAMINED is examined. They share four budgets: executions (of evenly
// spread blocks), samples, iterations for warm-up detection (2 to 5 µs each), and values in
// shuffled copies (SHUFFLES_LEAST to SHUFFLES_MOST copies of as many values as fit).
enum {
    SERIES_EXAMINED = 400,
    EXECUTIONS_EXAMINED = 1 << 17,
    SAMPLES_EXAMINED = 1 << 22,
    SAMPLES_SEARCHED = 1 << 18,
    VALUES_SHUFFLED = 1 << 23,
    SHUFFLES_LEAST = 99,
    SHUFFLES_MOST = 499,
};

// Sets the diagnostics of each estimate, in the same order, in the arena.
NODISCARD bool diagnostics_load(struct arena *arena, struct store *store,
                                const struct estimates *estimates,
                                const struct series_diagnostics **diagnostics, struct error *error);
