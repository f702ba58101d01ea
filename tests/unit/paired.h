// The interval of paired values of which no noise is known.
#pragma once

#include "stats/ratio.h"

static inline struct ratio paired_ratio(const double *old, const double *new, size_t count,
                                        double confidence)
{
    struct ratio_pairs pairs = ratio_pairs_of(old, new, count);
    return ratio_paired(&pairs, confidence);
}
