// Hierarchical bootstrap: intervals of summary statistics without a formula of their own.
// docs/method.md, "Hierarchical bootstrap".
//
// A replicate draws top units with replacement, then units within each drawn unit, down to the
// values, and computes the statistic of the drawn values. The interval lies between percentiles of
// the replicates, expanded as Hesterberg proposes [Hesterberg 2015]: the share on each side is
// Φ(-√(n/(n-1))·t_{n-1}) instead of α/2, with n top units. Plain percentiles are too narrow for few
// units; the expansion corrects most of that. If units hardly differ, drawing within units makes
// the interval somewhat too wide. BCa is no alternative: its acceleration needs a jackknife, which
// fails for quantiles. Measured coverage: docs/validation.md, "Summary statistics:
// `tests/prove/summaries.py`".
#pragma once

#include "base/error.h"
#include "base/stream.h"
#include "stats/interval.h"
#include "stats/ratio.h"
#include "stats/statistic.h"

// With fewer top units even expanded intervals are too narrow.
enum { BOOTSTRAP_UNITS_LEAST = 10 };

// The values of one side with their units. Start from zeros with the first five set.
struct hierarchy {
    struct arena *arena;
    int levels;    // as in struct variance
    size_t group;  // keeps one of this many consecutive values of a unit; 1: keeps all
    bool smallest; // keeps the smallest of them, else a random one
    struct stream stream;
    double *values;
    size_t *first[LEVELS_MAX];    // the index of each unit's first child
    size_t count[LEVELS_MAX + 1]; // [0] values, [k] units of level k + 1
    size_t room[LEVELS_MAX + 1];  // of these arrays
    size_t label[LEVELS_MAX];     // of the open units
    uint32_t *place;              // the rank of a value among the sorted values
    double *sorted;               // of statistic_turn()
};

// Adds samples as variance_add() does.
void hierarchy_add(struct hierarchy *hierarchy, const size_t *unit, const double *values,
                   size_t count);

// Sets `value` to the statistic of all values; false if the statistic is not defined for them. Add
// nothing afterwards.
NODISCARD bool hierarchy_finish(struct hierarchy *hierarchy, const struct statistic *statistic,
                                bool more, double *value);

// Writes the statistics of `count` resamples to `replicates`. Call hierarchy_finish() with the same
// arguments before. Each call continues the random stream of the hierarchy.
void bootstrap(struct hierarchy *hierarchy, const struct statistic *statistic, bool more,
               double *replicates, size_t count);

// The interval is unknown with fewer than two top units. `df` is 0.
struct interval bootstrap_interval(const double *replicates, size_t count, size_t top_units,
                                   double confidence);

// new / old of independent sides, from the ratios of their replicates. `top_units` is that of the
// side with fewer. RATIO_NONE if it is below two; RATIO_UNDETERMINED if a replicate of the old side
// is zero or differs in sign from `old`.
struct ratio bootstrap_ratio(double old, const double *olds, double new, const double *news,
                             size_t count, size_t top_units, double confidence);
