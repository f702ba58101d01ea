// Adding two sides' variances by level, and pairing their top units.
#include "stats/ratio_components.h"

#include <math.h>

// Adds a side's variances, relative to its mean.
static void add_side(struct components *sum, const struct components *side)
{
    double square = side->mean * side->mean;
    for (int i = 0; i < side->levels; i++) {
        int at = sum->levels - side->levels + i;
        double repetitions = side->repetitions[i];
        sum->S2[at] += side->S2[i] / square;
        sum->T2[at] += side->T2[i] / square;
        sum->known[at] |= side->known[i];
        if (sum->repetitions[at] == 0 || repetitions < sum->repetitions[at])
            sum->repetitions[at] = repetitions;
    }
}

// The variance of d over the blocks.
static double paired_variance(const struct block_pairs *pairs)
{
    struct moments old = {0}, new = {0}, differences = {0};
    moments_add(&old, pairs->old, pairs->count);
    moments_add(&new, pairs->new, pairs->count);
    for (size_t i = 0; i < pairs->count; i++) {
        double d = pairs->new[i] / moments_mean(&new) - pairs->old[i] / moments_mean(&old);
        moments_add(&differences, &d, 1);
    }
    return differences.squares / (double)(pairs->count - 1);
}

struct components ratio_components(const struct components *old, const struct components *new,
                                   const struct block_pairs *pairs)
{
    struct components ratio = {.levels = old->levels > new->levels ? old->levels : new->levels,
                               .top_units = old->top_units < new->top_units ? old->top_units
                                                                            : new->top_units,
                               .balanced = old->balanced &&new->balanced};
    int top = ratio.levels - 1;
    if (old->mean == 0 || new->mean == 0)
        return ratio;
    ratio.mean = 1;
    add_side(&ratio, old);
    add_side(&ratio, new);
    if (pairs->count < 2)
        return ratio;
    double below = ratio.S2[top] - ratio.T2[top];
    ratio.top_units = pairs->count;
    ratio.repetitions[top] = (double)pairs->count;
    ratio.S2[top] = paired_variance(pairs);
    ratio.T2[top] = ratio.S2[top] - below;
    return ratio;
}
