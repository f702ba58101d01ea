// The ratio of two ratios that were measured in the same blocks: how much of the one is not the
// other. docs/method.md, "Code and placement".
#pragma once

#include "stats/ratio.h"
#include "stats/ratio_test/block_means.h"

// What the blocks say about one ratio over another, each new / old of its means.
struct double_ratio {
    double log;    // of the ratio of the ratios
    double parts;  // squares of the blocks' linearised contributions
    size_t blocks; // that both have
};

// log(one / other); the contribution of a block to each ratio's logarithm is y/ȳ - x/x̄ (delta
// method), over the blocks that both pairs have.
struct double_ratio double_ratio_of(const struct block_pairs *one, const struct block_pairs *other,
                                    double log_one, double log_other);

// The ratio with its interval, symmetric in the logarithm: Student's t with blocks - 1 degrees of
// freedom. RATIO_NONE with fewer than two blocks.
struct ratio double_ratio_ratio(const struct double_ratio *double_ratio, double confidence);
