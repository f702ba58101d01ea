// The contribution of each level of repetition to the variance [KJ 2013]. docs/method.md, "Variance
// by level".
#pragma once

#include "model/level.h"
#include "stats/moments.h"

#include <stdbool.h>
#include <stddef.h>

// Levels count from the bottom: index 0 is level 1 (iterations), index n - 1 the top.
enum { LEVELS_MAX = 4 };

// The variances of an experiment of n levels. No field is ever NaN.
struct components {
    int levels;
    size_t top_units; // r_n, 0: no samples
    double mean;      // unweighted mean of the top units' means, each an unweighted mean of means
    bool balanced;    // r_i is the same everywhere
    double repetitions[LEVELS_MAX]; // r_i, the harmonic mean over units where unbalanced
    bool known[LEVELS_MAX];         // S_i² exists: somewhere a unit was repeated; else S2 = T2 = 0
    double S2[LEVELS_MAX];          // pooled by degrees of freedom where unbalanced
    double T2[LEVELS_MAX]; // may be negative; a level that is not known counts in the next above
    bool same;             // all values of several executions are the same
    bool exact;            // and those of a count, which no clock rounds: the mean has no error
};

// The sums of one level over a stream of samples.
struct variance_level {
    struct moments open; // this level's units inside the parent that is still open
    size_t parents;
    size_t freedom;
    double squares;
    double reciprocals; // of the parents' sizes
    size_t fewest, most;
};

// Collects samples in constant memory. Start from zeros with `levels` set, 1 to LEVELS_MAX.
// `top_unit`, if set, is called with the label and mean of each finished top unit, in order; with
// one level the samples are the top units, and there are no calls.
struct variance {
    int levels;
    void (*top_unit)(void *context, size_t label, double mean);
    void *context;
    size_t unit[LEVELS_MAX];
    struct variance_level level[LEVELS_MAX];
};

// Adds samples of one level-2 unit. unit[k] is a label of the enclosing unit at level k + 2 (n - 1
// labels, none read if n = 1). Samples come sorted, the top level slowest: a unit ends where its
// label or one above it changes. One unit's samples may come in several calls.
void variance_add(struct variance *variance, const size_t *unit, const double *values,
                  size_t count);

// Ends the last units and returns the variances. Add nothing afterwards.
struct components variance_finish(struct variance *variance);

// Each level's share of the variance, max(T_i², 0) / Σ_j max(T_j², 0); all 0 where that sum is 0.
void variance_shares(const struct components *components, double shares[LEVELS_MAX]);

// Whether the T² of a level is its own, and all of the variance is known to compare it with: the
// level, the one below it and the top were repeated.
bool variance_is_separate(const struct components *components, int level);
