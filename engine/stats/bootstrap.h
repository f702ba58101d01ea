// Hierarchical bootstrap: intervals of summary statistics that have no formula of their own.
// docs/method.md, "Hierarchical bootstrap".
//
// Sides that share blocks draw the same ones, if their streams `top` begin alike and both have
// these blocks in the same order: then their replicates are pairs, and what disturbs a block as a
// whole cancels in the ratio.
//
// A replicate draws top units with replacement, then units within each drawn unit, down to the
// values, and summarises the values that it drew. The interval lies between percentiles of the
// replicates, expanded as Hesterberg proposes [Hesterberg 2015]: instead of α/2 the share
// Φ(-√(n/(n-1))·t_{n-1}) on each side, n the top units. That undoes most of what makes plain
// percentiles too narrow for few units. Where units hardly differ, drawing within units makes the
// interval somewhat too wide. BCa is no alternative: its acceleration needs a jackknife, which
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

// The values of one side with their units. Start from zeros with the first six set.
struct hierarchy {
    struct arena *arena;
    int levels;           // as in struct variance
    size_t group;         // one of so many consecutive values of a unit is kept; 1: all are
    bool smallest;        // it is the smallest of them, else a random one
    struct stream top;    // draws top units, one number each
    struct stream stream; // draws below them
    double *values;
    size_t *first[LEVELS_MAX];    // where the children of each unit begin
    size_t count[LEVELS_MAX + 1]; // [0] values, [k] units of level k + 1
    size_t room[LEVELS_MAX + 1];  // of these arrays
    size_t label[LEVELS_MAX];     // of the open units
    uint32_t *place;              // of a value among the sorted ones
    double *sorted;               // turned
    struct statistic statistic;   // of these, and its direction, once finished
    bool more;
};

// Adds samples as variance_add() does.
void hierarchy_add(struct hierarchy *hierarchy, const size_t *unit, const double *values,
                   size_t count);

// Returns the statistic of all values; false: it is not defined for them. Add nothing afterwards. A
// statistic that is taken within the lowest units replaces their values, and their level is gone:
// resamples of few values have another trimmed mean than the values, and averaging over many units
// would not lessen that.
NODISCARD bool hierarchy_finish(struct hierarchy *hierarchy, const struct statistic *statistic,
                                bool more, double *value);

// Writes the statistics of `count` resamples of a finished hierarchy to `replicates`. Its random
// streams go on.
void bootstrap(struct hierarchy *hierarchy, double *replicates, size_t count);

// The interval is not known with fewer than two top units. `df` is 0.
struct interval bootstrap_interval(const double *replicates, size_t count, size_t top_units,
                                   double confidence);

// new / old, from the ratios of their replicates, whether these are pairs or independent.
// `top_units` is the smaller number of the two sides. RATIO_NONE if it is below two;
// RATIO_UNDETERMINED if a resample of the old side has another sign than the side itself, or is
// zero.
struct ratio bootstrap_ratio(double old, const double *olds, double new, const double *news,
                             size_t count, size_t top_units, double confidence);
