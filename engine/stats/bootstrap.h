// Hierarchical bootstrap: intervals of summaries that have no formula of their own (METHOD).
//
// A replicate draws top units with replacement, then within each drawn unit those below, down to
// the values, and summarises what was drawn. The interval is that of the replicates' percentiles,
// expanded as Hesterberg proposes (Am. Stat. 69, 2015, "expanded percentile"): instead of α/2 the
// share Φ(-√(n/(n-1))·t_{n-1}) on each side, n the top units, which undoes most of what makes plain
// percentiles too narrow for few units. Drawing within units as well makes it somewhat too wide
// where units hardly differ. BCa was not taken: its acceleration needs a jackknife, which fails for
// quantiles. Coverage as measured: tests/prove/summaries.py, in the README.
#pragma once

#include "base/error.h"
#include "base/stream.h"
#include "stats/interval.h"
#include "stats/ratio.h"
#include "stats/statistic.h"

// Under so many top units bootstrap intervals are too narrow; expanded ones less so than plain
// ones.
enum { BOOTSTRAP_UNITS_LEAST = 10 };

// The values of one side with their units. Start from zeros with the first five set.
struct hierarchy {
    struct arena *arena;
    int levels;    // as in struct variance
    size_t group;  // of so many consecutive values of a unit one is kept: 1: all are
    bool smallest; // the smallest of them, else a random one
    struct stream stream;
    double *values;
    size_t *first[LEVELS_MAX];    // where the children of each unit begin
    size_t count[LEVELS_MAX + 1]; // [0] values, [k] units of level k + 1
    size_t room[LEVELS_MAX + 1];  // of these arrays
    size_t label[LEVELS_MAX];     // of the open units
    uint32_t *place;              // of a value among the sorted ones
    double *sorted;               // turned
};

// Adds samples as variance_add() does.
void hierarchy_add(struct hierarchy *hierarchy, const size_t *unit, const double *values,
                   size_t count);

// The summary of all that was added; false: it does not fit them. Nothing can be added any more.
NODISCARD bool hierarchy_finish(struct hierarchy *hierarchy, const struct statistic *statistic,
                                bool more, double *value);

// The summaries of `count` resamples into `replicates`, of a hierarchy that was finished with the
// same arguments. Continues the hierarchy's stream.
void bootstrap(struct hierarchy *hierarchy, const struct statistic *statistic, bool more,
               double *replicates, size_t count);

// Not known with fewer than two top units. `df` is 0.
struct interval bootstrap_interval(const double *replicates, size_t count, size_t top_units,
                                   double confidence);

// new / old of independent sides, from the ratios of their replicates. RATIO_NONE if `top_units`,
// the fewer of the two sides', are fewer than two; RATIO_UNDETERMINED if a resample of the old side
// has another sign than the side itself, or is zero.
struct ratio bootstrap_ratio(double old, const double *olds, double new, const double *news,
                             size_t count, size_t top_units, double confidence);
