// The ratio test of two estimates.
#pragma once

#include "analysis/estimate/estimate.h"
#include "stats/ratio_test/ratio_test.h"

// Of one cell of one campaign: paired over the blocks that both have (docs/method.md, "Paired
// ratio"), or apart where they share fewer than two. Refers to the estimates and to the arena.
struct ratio_test ratio_test_of(struct arena *arena, const struct estimate *old,
                                const struct estimate *new);

// Of two campaigns, whose blocks have nothing in common.
struct ratio_test ratio_test_apart(const struct estimate *old, const struct estimate *new);
