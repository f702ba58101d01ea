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
    size_t horizon;                   // iterations that were searched, in the shortest of them
    // Of the real phase, where its executions are long enough; values before them were left out:
    struct {
        size_t executions, changed; // searched; of these not steady from the start
        size_t never;               // of these never steady
        size_t warmup;              // iterations, median of where the changed ones change last
    } real;
    enum phase iterations_phase;    // real if executions have enough iterations there
    struct independence iterations; // within executions, after the warm-up
    struct independence top;        // of the top units' means, in the order of time
    size_t outliers;                // samples far from the others of their execution
    size_t samples;                 // that were searched for outliers
    double outlier_distance;        // sum of theirs from the medians
    bool bimodal;                   // means of top units form two groups
    double modes[2], mode_share;    // centres of the groups, and the share of the higher one
    bool drift_known, drifted;      // means of top units over time: rank trend, p <= 1 %
    double drift, drift_p;          // last tenth over first tenth, minus 1
    size_t migrated;                // executions that migrated to another CPU,
    size_t switched;                // that were preempted,
    size_t throttled;               // and during which the machine throttled
};

// Whether most executions of the real phase change level although the pilot's warm-up is left out.
static inline bool diagnostics_warm_up_remains(const struct series_diagnostics *diagnostics)
{
    return 2 * diagnostics->real.changed > diagnostics->real.executions;
}

// The work is bounded, whatever the number of samples and cells. Of more than SERIES_EXAMINED
// estimates about as many are examined, spread over all of them. They share the executions (of
// evenly spread blocks) and samples that are read, the iterations that warm-up detection searches
// (2 to 5 µs each), and the values in shuffled copies: SHUFFLES_LEAST to SHUFFLES_MOST copies of as
// many values as fit.
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
