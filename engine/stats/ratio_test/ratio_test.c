// p-values by bisection.
#include "stats/ratio_test/ratio_test.h"

#include "base/arena.h"

#include <math.h>

static const double P_LEAST = 1e-15, P_DIGITS = 1e-6;

struct ratio_test ratio_test_paired(const struct block_pairs *pairs)
{
    return (struct ratio_test){.paired = true,
                               .pairs = *pairs,
                               .sums = ratio_pairs_of(pairs->old, pairs->new, pairs->count)};
}

struct ratio ratio_test_bounds(const struct ratio_test *ratio_test, const struct ratio *ratio)
{
    return ratio_test->may_be_negative ? *ratio : ratio_above_zero(ratio);
}

static struct value_with_error mean_of_any_hour(const struct components *components,
                                                const struct block_means *blocks)
{
    struct value_with_error mean = mean_with_error(components);
    double effective = effective_blocks(blocks->mean, blocks->count);
    if (effective < (double)blocks->count) {
        double kept = (effective - 1) / ((double)blocks->count - 1);
        mean.variance /= kept;
        mean.df *= kept;
    }
    return mean;
}

struct sides {
    struct value_with_error old, new;
};

static struct sides sides_apart(const struct ratio_test *ratio_test)
{
    return (struct sides){mean_of_any_hour(ratio_test->old, &ratio_test->old_blocks),
                          mean_of_any_hour(ratio_test->new, &ratio_test->new_blocks)};
}

static struct ratio apart(const struct ratio_test *ratio_test, double confidence)
{
    struct sides sides = sides_apart(ratio_test);
    return ratio_unpaired(&sides.old, &sides.new, confidence);
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

struct value_with_error ratio_test_log(const struct ratio_test *ratio_test)
{
    if (ratio_test->exact)
        return (struct value_with_error){
            .value = log(mean_of(ratio_test, true) / mean_of(ratio_test, false)), .df = INFINITY};
    if (ratio_test->paired)
        return ratio_paired_log(&ratio_test->sums);
    struct sides sides = sides_apart(ratio_test);
    return ratio_unpaired_log(&sides.old, &sides.new);
}

static struct dependence dependence_apart(const struct ratio_test *ratio_test)
{
    const struct block_means *old = &ratio_test->old_blocks, *new = &ratio_test->new_blocks;
    struct dependence one = dependence_of(old->mean, old->count),
                      other = dependence_of(new->mean, new->count);
    return dependence_of_two(&one, &other);
}

struct dependence ratio_test_dependence(const struct ratio_test *ratio_test)
{
    if (!ratio_test->paired)
        return dependence_apart(ratio_test);
    const struct block_pairs *pairs = &ratio_test->pairs;
    const struct ratio_pairs *sums = &ratio_test->sums;
    struct arena scratch = {0};
    double *parts = arena_new_array(&scratch, double, pairs->count);
    bool defined = sums->old_mean != 0 && sums->new_mean != 0;
    for (size_t i = 0; i < pairs->count; i++)
        parts[i] = defined ? ratio_part(sums, pairs->old[i], pairs->new[i]) : 0;
    struct dependence dependence = dependence_of(parts, pairs->count);
    arena_release(&scratch);
    return dependence;
}

bool ratio_test_allows_for_dependence(const struct ratio_test *ratio_test)
{
    const struct block_means *old = &ratio_test->old_blocks, *new = &ratio_test->new_blocks;
    static const double visible = 0.9;
    return effective_blocks(old->mean, old->count) < visible * (double)old->count ||
           effective_blocks(new->mean, new->count) < visible * (double)new->count;
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
