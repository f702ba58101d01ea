// The test of a ratio: its p-value for a margin, and the number of blocks that would decide it.
// docs/method.md, "Verdicts of a comparison" and "Geometric mean over benchmarks".
#pragma once

#include "stats/ratio.h"

// Two paired sides, as the means of their common blocks, or two independent sides. If a side has no
// samples, the test is a pairing of no blocks: it has no ratio, and p is 1.
struct ratio_test {
    const struct components *old_whole, *new_whole; // if not paired
    bool paired;
    const double *old, *new; // by block
    size_t pairs;
};

// new / old: ratio_paired() or ratio_of().
struct ratio ratio_test_ratio(const struct ratio_test *ratio_test, double confidence);

// The smallest alpha at which the 1 - alpha interval lies wholly above 1 + margin or below 1 -
// margin; 1 if the ratio itself does not. It is at most 1 - confidence if and only if the interval
// of this confidence lies there.
double ratio_test_p(const struct ratio_test *ratio_test, double margin, double confidence);

enum { MORE_MOST = 10000 };

// Further blocks (or top units of each side) after which the half-width of the interval is at most
// `half_width`, if means and variances stay; 0 if more than MORE_MOST. By the delta method: r²·Σ
// t²(n-1)·s²/n, s² the variance of new/Ȳ' - old/Ȳ over blocks, or of each side's S_n²/Ȳ².
size_t ratio_test_more(const struct ratio_test *ratio_test, double half_width, double confidence);

// The geometric mean of the ratios (all defined, at least one) of independent tests, with an
// interval from their intervals; RATIO_NONE if one of these is not bounded within the positive
// numbers. By the delta method log r has the variance v = Σ s²/n, so the mean of the logs has
// Σv/count², with the degrees of freedom of Welch and Satterthwaite [Welch 1947, Satterthwaite
// 1946], rounded down. The benchmarks count as fixed: the interval is of the mean over these.
struct ratio ratio_test_overall(const struct ratio_test *const *ratio_test, size_t count,
                                double confidence);
