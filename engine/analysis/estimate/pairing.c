// Pairing the blocks of two estimates.
#include "analysis/estimate/pairing.h"

struct ratio_test ratio_test_apart(const struct estimate *old, const struct estimate *new)
{
    return (struct ratio_test){.old = &old->components,
                               .new = &new->components,
                               .old_blocks = old->blocks,
                               .new_blocks = new->blocks};
}

struct ratio_test ratio_test_of(struct arena *arena, const struct estimate *old,
                                const struct estimate *new)
{
    struct block_pairs pairs = block_pairs_of(arena, &old->blocks, &new->blocks);
    return pairs.count < 2 ? ratio_test_apart(old, new)
                           : (struct ratio_test){.paired = true, .pairs = pairs};
}
