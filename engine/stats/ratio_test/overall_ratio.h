// The geometric mean of several ratios, with its interval.
// docs/method.md, "Geometric mean over benchmarks".
#pragma once

#include "stats/ratio_test/ratio_test.h"

// Of the ratios of one pair of sides (all defined, at least one); RATIO_NONE if one of theirs is
// not bounded within the positive numbers. What the tests measured in the same block of the same
// side counts as dependent: its contributions to the mean of the log ratios (delta method) are
// added before they are squared. The degrees of freedom are Welch's and Satterthwaite's [Welch
// 1947, Satterthwaite 1946] over the groups of blocks, each one less than the fewest blocks of a
// test in it. The benchmarks count as fixed: the interval is of the mean over these.
struct ratio overall_ratio(const struct ratio_test *const *tests, size_t count, double confidence);
