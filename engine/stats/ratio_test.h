// What two sides show of each other: their ratio at any confidence, and what follows from it.
#pragma once

#include "stats/ratio.h"

// Means of the blocks that both sides have, or, if they are not paired, two independent sides.
// Pairs of nothing stand for a side without samples: no ratio, and every number below says so.
struct ratio_test {
    const struct components *old_whole, *new_whole; // if not paired
    bool paired;
    const double *old, *new; // by block
    size_t pairs;
};

// new / old: ratio_paired() or ratio_of().
struct ratio ratio_test_ratio(const struct ratio_test *ratio_test, double confidence);

// The smallest alpha at which the 1 - alpha interval lies wholly above 1 + margin or below 1 -
// margin; 1 if the ratio itself does not. At most 1 - confidence exactly if the interval at this
// confidence lies there: intervals are nested, and this one is looked at first.
double ratio_test_p(const struct ratio_test *ratio_test, double margin, double confidence);

enum { MORE_MOST = 10000 };

// Further blocks (or top units of each side) after which half of the interval's width is at most
// `half_width`, if means and scatter stay; 0 if more than MORE_MOST. With the delta method: r²·Σ
// t²(n-1)·s²/n, s² the variance of new/Ȳ' - old/Ȳ over blocks, or of each side's S_n²/Ȳ².
size_t ratio_test_more(const struct ratio_test *ratio_test, double half_width, double confidence);

// The geometric mean of the ratios (all defined, at least one) of independent pieces of evidence,
// with the interval that their own imply; RATIO_NONE if one of those is not bounded within the
// positive numbers. By the delta method log r has the variance v = Σ s²/n, so the mean of the logs
// has Σv/count², with the degrees of freedom of Welch and Satterthwaite, rounded down. The
// benchmarks are taken as fixed: it says how well the mean over these is known, nothing of others.
struct ratio ratio_test_overall(const struct ratio_test *const *ratio_test, size_t count,
                                double confidence);
