// p-values by bisection.
#include "stats/ratio_test/ratio_test.h"

#include "stats/dependence.h"

#include <math.h>

static const double P_LEAST = 1e-15, P_DIGITS = 1e-6;

struct ratio_test ratio_test_paired(const struct block_pairs *pairs, double noise)
{
    return (struct ratio_test){.paired = true,
                               .pairs = *pairs,
                               .sums = ratio_pairs_of(pairs->old, pairs->new, pairs->count, noise)};
}

struct ratio ratio_test_bounds(const struct ratio_test *ratio_test, const struct ratio *ratio)
{
    return ratio_test->may_be_negative ? *ratio : ratio_above_zero(ratio);
}

static struct ratio apart(const struct ratio_test *ratio_test, double confidence)
{
    struct value_with_error old = mean_with_error(ratio_test->old, confidence);
    struct value_with_error new = mean_with_error(ratio_test->new, confidence);
    return ratio_unpaired(&old, &new, confidence);
}

static double mean_of(const struct ratio_test *ratio_test, bool new)
{
    if (ratio_test->paired)
        return new ? ratio_test->sums.new_mean : ratio_test->sums.old_mean;
    return new ? ratio_test->new->mean : ratio_test->old->mean;
}

struct ratio ratio_test_ratio(const struct ratio_test *ratio_test, double confidence)
{
    if (ratio_test->exact)
        return ratio_exact(mean_of(ratio_test, false), mean_of(ratio_test, true));
    struct ratio ratio = ratio_test->paired ? ratio_paired(&ratio_test->sums, confidence)
                                            : apart(ratio_test, confidence);
    return ratio_test_bounds(ratio_test, &ratio);
}

struct value_with_error ratio_test_log(const struct ratio_test *ratio_test, double confidence)
{
    if (ratio_test->exact)
        return (struct value_with_error){
            .value = log(mean_of(ratio_test, true) / mean_of(ratio_test, false)), .df = INFINITY};
    if (ratio_test->paired)
        return ratio_paired_log(&ratio_test->sums, confidence);
    struct value_with_error old = mean_with_error(ratio_test->old, confidence);
    struct value_with_error new = mean_with_error(ratio_test->new, confidence);
    return ratio_unpaired_log(&old, &new);
}

double ratio_test_effective(const struct ratio_test *ratio_test, double confidence)
{
    if (!ratio_test->paired || ratio_test->pairs.count == 0)
        return 0;
    return ratio_test->exact ? (double)ratio_test->pairs.count
                             : dependence_effective(&ratio_test->sums.dependence, confidence);
}

static bool lies_beyond(const struct ratio_test *ratio_test, double margin, double confidence)
{
    struct ratio ratio = ratio_test_ratio(ratio_test, confidence);
    return ratio.low > 1 + margin || ratio.high < 1 - margin;
}

double ratio_test_p(const struct ratio_test *ratio_test, double margin, double confidence)
{
    struct ratio ratio = ratio_test_ratio(ratio_test, confidence);
    if (!ratio.defined || fabs(ratio.value - 1) <= margin)
        return 1;
    double low = 1 - confidence, high = 1;
    if (lies_beyond(ratio_test, margin, confidence)) {
        high = low;
        low = P_LEAST;
        if (lies_beyond(ratio_test, margin, 1 - low))
            return low;
    }
    while (high > low * (1 + P_DIGITS)) { // at `high` it lies beyond, at `low` it does not
        double middle = sqrt(low * high);
        if (lies_beyond(ratio_test, margin, 1 - middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}
