// Pairing the blocks of two estimates.
#include "analysis/estimate/pairing.h"

static bool are_exact(const struct estimate *old, const struct estimate *new)
{
    return old->components.exact && new->components.exact;
}

struct ratio_test ratio_test_apart(const struct estimate *old, const struct estimate *new)
{
    return (struct ratio_test){.exact = are_exact(old, new),
                               .old = &old->components,
                               .new = &new->components,
                               .old_blocks = old->blocks,
                               .new_blocks = new->blocks,
                               .may_be_negative = old->may_be_negative || new->may_be_negative};
}

// What executions and iterations add to the square of a mean's relative deviation.
static double noise_of(const struct estimate *estimate)
{
    const struct components *components = &estimate->components;
    return variance_from_below(components) / components->mean / components->mean;
}

struct ratio_test ratio_test_of(struct arena *arena, const struct estimate *old,
                                const struct estimate *new)
{
    struct block_pairs pairs = block_pairs_of(arena, &old->blocks, &new->blocks);
    struct ratio_test test = ratio_test_apart(old, new);
    if (pairs.count < 2)
        return test;
    bool negative = test.may_be_negative;
    test = ratio_test_paired(&pairs, noise_of(old) + noise_of(new));
    test.may_be_negative = negative;
    test.exact = are_exact(old, new);
    return test;
}
