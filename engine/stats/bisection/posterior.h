// Where in a history of commits the time changes: the posterior of steps, from log ratios to the
// first commit. docs/method.md, "Bisection".
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

// The blocks of one commit. Each is the logarithm of the ratio of its time to that of the
// reference, commit 0, in the same block.
struct measured_commit {
    size_t commit; // from 1
    size_t blocks;
    double mean, squares; // of the blocks: their mean, the sum of squares around it
    bool identical;       // the same code as the reference: nothing was measured
};

struct step_model {
    size_t commits;   // behind the reference; the last of them is the end of the history
    double scale;     // standard deviation of the prior of a level behind a step
    double deviation; // standard deviation of a single commit around the level, at least
    double margin;    // changes of the end up to this are none
};

// Commits that share a level, from point i to point j: point 0 is the reference, point i > 0 the
// measured commit i - 1.
struct segment {
    double probability;
    double level; // its expected log ratio, with its standard error
    double error;
};

struct step_posterior {
    struct step_model model; // its deviation as far as the measurements show it
    const struct measured_commit *measured;
    size_t count;
    double noise, freedom;    // standard deviation of one block, and its degrees of freedom
    double *steps;            // by measured commit: P(a step between it and the point before)
    struct segment *segments; // (count + 1) x (count + 1): [i * (count + 1) + j], i <= j
    double unchanged;         // P(the end's level is within the margin)
};

// `measured` ascends by commit, and outlives the posterior, which lives in the arena. The noise is
// the pooled variance of the blocks around their commits' means, and integrated out; so is the
// deviation, which may be up to six times the model's.
struct step_posterior step_posterior_of(struct arena *arena, const struct step_model *model,
                                        const struct measured_commit *measured, size_t count);

static inline const struct segment *segment_of(const struct step_posterior *posterior, size_t first,
                                               size_t last)
{
    return &posterior->segments[first * (posterior->count + 1) + last];
}

// The level of the points first to last, if they share one.
struct segment step_level(const struct step_posterior *posterior, size_t first, size_t last);
