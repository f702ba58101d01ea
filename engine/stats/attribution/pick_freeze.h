// Shares of the variance between builds by factor: pick-freeze in blocks [Sobol' 1993, Jansen 1999,
// Saltelli et al. 2010]. docs/method.md, "Attribution".
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

// The builds of one variant by block.
struct pick_freeze_side {
    const double *value; // relative to the mean of all builds
    // The part of the variance of each value that executions and iterations add, as they scatter
    // within this build; NULL: unknown, then it counts as that of the builds.
    const double *below;
};

// A block draws every factor twice. `all` takes the first draw of each factor and `again` the same
// ones, `other` the second draw of each, redrawn[i] the second draw of factor i and the first of
// the others.
struct pick_freeze {
    size_t blocks, factors;
    struct pick_freeze_side all, again, other;
    const struct pick_freeze_side *redrawn;
    double confidence;
};

// A share of the variance, with its interval by Fieller over blocks; the limits lie within 0 and 1.
struct variance_share {
    bool known;   // false: the variance that it is a share of may be 0, and 0 to 1 is all that is
                  // known
    double value; // unbiased, thus maybe below 0 or above 1
    double low, high;
};

struct factor_share {
    struct variance_share
        total; // of the factor, alone and with others: what redrawing it alone adds
    struct variance_share alone; // without its interactions
    double p; // of the rank test: does redrawing it change more than doing the same again? By Holm
    bool visible;   // p rejects
    bool suspected; // p does not, but the interval of `total` excludes 0
};

struct attribution {
    size_t blocks;
    double deviation;    // relative standard deviation of which the shares are; 0: none
    double again;        // that of builds with the same draws, executions included
    bool executions_off; // shares are of the variance between builds, executions taken off; else of
                         // the variance that the factors cause
    bool visible;        // p rejects for a factor or for all together, or the variance excludes 0
    double p;            // of all factors together, by Holm with those of the factors
    struct factor_share *factors;
    struct variance_share rest;         // of builds with the same draws; not known without `below`
    struct variance_share interactions; // what is not additive: of factors that act together
};

// At least two blocks. The factors live in the arena.
struct attribution pick_freeze_attribution(struct arena *arena, const struct pick_freeze *design);
