// The rules of a comparison: how it was asked for, in the store, and what they mean together.
#pragma once

#include "analysis/compare/comparison.h"

// The threshold and equivalence with which `compare` began the campaign, and the rebuilt baseline.
struct comparison_rules comparison_rules_load(struct arena *arena, struct store *store,
                                              const struct catalogue *catalogue);

// The half-width of an interval with which 9 of 10 comparisons of equal sides find them equal, and
// as many find a change by `equivalence` beyond the threshold (docs/method.md, "Equivalence").
double deciding_half_width(double equivalence);
