// p-values by bisection.
#include "stats/ratio_test.h"

#include <math.h>

static const double P_LEAST = 1e-15, P_DIGITS = 1e-6;

struct ratio ratio_test_ratio(const struct ratio_test *ratio_test, double confidence)
{
    const struct block_pairs *pairs = &ratio_test->pairs;
    return ratio_test->paired ? ratio_paired(pairs->old, pairs->new, pairs->count, confidence)
                              : ratio_unpaired(&ratio_test->old, &ratio_test->new, confidence);
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
