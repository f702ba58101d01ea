// The variances of a ratio by level, so that it can be dimensioned like a mean.
// docs/method.md, "Dimensioning: precision of a ratio".
#pragma once

#include "stats/block_means.h"
#include "stats/variance.h"

// Of new / old relative to itself: the variances of d = new/Ȳ' - old/Ȳ, about a mean of 1. Below
// the top both sides add theirs. At the top S² is that of d over the pairs, where what the sides of
// a block share cancels, and T² is S² less what the sides' lower levels add; without two pairs both
// sides add theirs. Levels are aligned at the top. A side with a mean of 0 has no ratio: the mean
// is 0.
struct components ratio_components(const struct components *old, const struct components *new,
                                   const struct block_pairs *pairs);
