// Verdicts by simultaneous intervals and the noise floor.
#include "analysis/compare/internal.h"

#include "model/better.h"
#include "stats/ratio_test/detectable.h"

#include <math.h>

static double shift_of(const struct candidate *candidate)
{
    return candidate->comparison.ratio.defined ? fabs(candidate->comparison.ratio.value - 1) : 0;
}

double own_confidence(const struct candidate *candidate, double together)
{
    return looks_confidence(candidate->looks, candidate->cell.new, together);
}

static void set_ratio(struct candidate *candidate, double together)
{
    struct comparison *comparison = &candidate->comparison;
    const struct ratio_test *ratio_test = &candidate->ratio_test;
    const struct block_pairs *pairs = &ratio_test->pairs;
    candidate->together = together;
    comparison->confidence = own_confidence(candidate, together);
    comparison->ratio = ratio_test_ratio(ratio_test, comparison->confidence);
    comparison->paired = ratio_test->paired && pairs->count > 0;
    comparison->pairs = pairs->count;
    comparison->dependence = ratio_test_dependence(ratio_test);
    comparison->wider = ratio_test_allows_for_dependence(ratio_test);
    bool more = comparison->better == BETTER_MORE;
    for (size_t i = 0; i < pairs->count; i++)
        comparison->wins += more ? pairs->new[i] > pairs->old[i] : pairs->new[i] < pairs->old[i];
}

// The margin around 1 that the ratio must leave: the threshold, or the floor of its cell and metric
// if that is larger.
static double margin_of(const struct candidates *candidates, const struct candidate *candidate,
                        double threshold)
{
    double margin = threshold;
    for (size_t i = 0; i < candidates->count && !candidate->comparison.is_floor; i++) {
        const struct candidate *other = &candidates->items[i];
        if (other->comparison.is_floor && other->cell.old == candidate->cell.old &&
            other->metric.old == candidate->metric.old)
            margin = fmax(margin, shift_of(other));
    }
    return margin;
}

// The comparisons in the same metric that have a ratio: their intervals hold together.
static size_t family_of(const struct candidates *candidates, const struct candidate *candidate)
{
    size_t count = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *other = &candidates->items[i];
        count += !other->comparison.is_floor &&
                 other->comparison.judged == candidate->comparison.judged &&
                 (candidate->comparison.judged || other->metric.old == candidate->metric.old) &&
                 other->comparison.old_estimate && other->comparison.new_estimate &&
                 !other->comparison.missing;
    }
    return candidate->comparison.is_floor || count == 0 ? 1 : count;
}

// Two one-sided tests at alpha: the interval at 1 - 2 alpha lies within the margin.
static struct ratio equivalence_interval(const struct candidate *candidate)
{
    return ratio_test_ratio(&candidate->ratio_test,
                            own_confidence(candidate, 1 - 2 * (1 - candidate->together)));
}

static double equal_within(const struct candidate *candidate)
{
    struct ratio ratio = equivalence_interval(candidate);
    return ratio.bound == RATIO_BOUNDED ? fmax(1 - ratio.low, ratio.high - 1) : 0;
}

enum comparison_outcome outcome_by(const struct ratio *ratio, const struct ratio *tested,
                                   double margin, double equivalence, enum better better)
{
    if (ratio->low > 1 + margin || ratio->high < 1 - margin)
        return (ratio->value > 1) == (better != BETTER_MORE) ? OUTCOME_SLOWER : OUTCOME_FASTER;
    bool within = tested->low >= 1 - equivalence && tested->high <= 1 + equivalence;
    return within && ratio->bound == RATIO_BOUNDED ? OUTCOME_EQUIVALENT : OUTCOME_INCONCLUSIVE;
}

// Beyond the margin; 0 where there is no interval.
static double detectable_of(const struct candidate *candidate, double margin)
{
    const struct comparison *comparison = &candidate->comparison;
    if (comparison->ratio.bound != RATIO_BOUNDED || comparison->ratio.exact)
        return 0;
    struct value_with_error log = ratio_test_log(&candidate->ratio_test);
    double change = detectable_change(sqrt(log.variance), log.df, 1 - comparison->confidence);
    return (1 + margin) * (1 + change) - 1;
}

static bool is_coarse(const struct comparison *comparison)
{
    return comparison->old_estimate && comparison->new_estimate && !comparison->ratio.exact &&
           comparison->old_estimate->components.same && comparison->new_estimate->components.same;
}

static void set_outcome(const struct candidates *candidates, struct candidate *candidate,
                        const struct comparison_set *comparison_set)
{
    struct comparison *comparison = &candidate->comparison;
    if (comparison->outcome == OUTCOME_IDENTICAL || comparison->doubt)
        return;
    double margin = margin_of(candidates, candidate, comparison_set->rules.threshold);
    double family = (double)family_of(candidates, candidate);
    double p = ratio_test_p(&candidate->ratio_test, margin, comparison->confidence);
    comparison->p = fmin(1, family * looks_p(candidate->looks, candidate->cell.new, p));
    comparison->margin = comparison_equivalence(&comparison_set->rules);
    comparison->coarse = is_coarse(comparison);
    double equivalence = comparison->coarse ? -1 : comparison->margin;
    struct ratio tested = equivalence_interval(candidate);
    comparison->outcome =
        outcome_by(&comparison->ratio, &tested, margin, equivalence, comparison->better);
    comparison->detectable = detectable_of(candidate, margin);
    comparison->equal_within = equal_within(candidate);
    if (candidate->as_built)
        explain(candidate, margin, equivalence);
}

void candidates_decide(const struct candidates *candidates, struct comparison_set *comparison_set)
{
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->items[i];
        size_t family = family_of(candidates, candidate);
        set_ratio(candidate, simultaneous(comparison_set->confidence, family));
        bool judged = candidate->comparison.judged && candidate->comparison.ratio.defined;
        comparison_set->family = judged ? family : comparison_set->family;
        if (candidate->comparison.is_floor && candidate->primary)
            comparison_set->floor = fmax(comparison_set->floor, shift_of(candidate));
    }
    for (size_t i = 0; i < candidates->count; i++)
        set_outcome(candidates, &candidates->items[i], comparison_set);
}
