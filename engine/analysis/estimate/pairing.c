// Pairing the blocks of two estimates.
#include "analysis/estimate/pairing.h"

static bool are_exact(const struct estimate *old, const struct estimate *new)
{
    return old->components.exact && new->components.exact;
}

static bool may_be_negative(const struct estimate *old, const struct estimate *new)
{
    return old->may_be_negative || new->may_be_negative;
}

struct ratio_test ratio_test_apart(const struct estimate *old, const struct estimate *new)
{
    return (struct ratio_test){.exact = are_exact(old, new),
                               .old = &old->components,
                               .new = &new->components,
                               .old_blocks = old->blocks,
                               .new_blocks = new->blocks,
                               .may_be_negative = may_be_negative(old, new)};
}

struct ratio_test ratio_test_of(struct arena *arena, const struct estimate *old,
                                const struct estimate *new)
{
    struct block_pairs pairs = block_pairs_of(arena, &old->blocks, &new->blocks);
    if (pairs.count < 2)
        return ratio_test_apart(old, new);
    struct ratio_test test = ratio_test_paired(&pairs);
    test.may_be_negative = may_be_negative(old, new);
    test.exact = are_exact(old, new);
    return test;
}
