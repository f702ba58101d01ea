// The test of a ratio: its interval, and the p-value for a margin. Every ratio of a report, a
// claim, a derived quantity or a comparison comes from here.
// docs/method.md, "Verdicts of a comparison".
#pragma once

#include "stats/dependence.h"
#include "stats/ratio.h"
#include "stats/ratio_test/block_means.h"

// Two paired sides, as the means of their common blocks, or two independent sides. If a side has no
// samples, the test is a pairing of no blocks: it has no ratio, and p is 1.
struct ratio_test {
    bool exact;                   // neither side's mean has an error
    bool paired, may_be_negative; // the quantity: else it is a time, a size, a count or a rate
    struct block_pairs pairs;     // if paired
    struct ratio_pairs sums;      // of them
    const struct components *old, *new;        // else
    struct block_means old_blocks, new_blocks; // else; of no blocks where they are unknown
};

struct ratio_test ratio_test_paired(const struct block_pairs *pairs);

// The interval of a ratio of this test's sides: above 0, unless the quantity may be negative.
struct ratio ratio_test_bounds(const struct ratio_test *ratio_test, const struct ratio *ratio);

// new / old: ratio_exact(), ratio_paired() or ratio_unpaired(), in ratio_test_bounds(). Independent
// sides have hours of their own: each counts as its effective_blocks().
struct ratio ratio_test_ratio(const struct ratio_test *ratio_test, double confidence);

// The logarithm of the ratio with its variance by the delta method, as the interval has it. df is 0
// where it is not known, and infinite of an exact ratio.
struct value_with_error ratio_test_log(const struct ratio_test *ratio_test);

// Of what each pair adds to the ratio, or of the blocks of independent sides, dependence_of_two().
struct dependence ratio_test_dependence(const struct ratio_test *ratio_test);

// Whether the interval is visibly wider than that of independent blocks.
bool ratio_test_allows_for_dependence(const struct ratio_test *ratio_test);

// The smallest alpha at which the 1 - alpha interval lies wholly above 1 + margin or below 1 -
// margin; 1 if the ratio itself does not. It is at most 1 - confidence if and only if the interval
// of this confidence lies there.
double ratio_test_p(const struct ratio_test *ratio_test, double margin, double confidence);
