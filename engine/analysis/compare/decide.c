// Verdicts by interval, noise floor and Holm's procedure; further blocks for the inconclusive ones.
#include "analysis/compare/internal.h"

#include "model/better.h"
#include "stats/holm.h"

#include <math.h>

static bool decided(const struct comparison *comparison)
{
    return comparison->outcome == OUTCOME_SLOWER || comparison->outcome == OUTCOME_FASTER;
}

static double shift_of(const struct candidate *candidate)
{
    return candidate->comparison.ratio.defined ? fabs(candidate->comparison.ratio.value - 1) : 0;
}

static void set_ratio(struct candidate *candidate, double confidence)
{
    struct comparison *comparison = &candidate->comparison;
    const struct ratio_test *ratio_test = &candidate->ratio_test;
    comparison->ratio = ratio_test_ratio(ratio_test, confidence);
    comparison->paired = ratio_test->paired && ratio_test->pairs > 0;
    comparison->pairs = ratio_test->pairs;
    bool more = comparison->better == BETTER_MORE;
    for (size_t i = 0; i < ratio_test->pairs; i++)
        comparison->wins += more ? ratio_test->new[i] > ratio_test->old[i]
                                 : ratio_test->new[i] < ratio_test->old[i];
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

// Adjusts the p-values of the judged comparisons that have an interval; returns their number.
static size_t adjust(struct arena *scratch, const struct candidates *candidates)
{
    double **family = arena_new_array(scratch, double *, candidates->count);
    size_t count = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        struct comparison *comparison = &candidates->items[i].comparison;
        if (comparison->judged && comparison->ratio.bound != RATIO_NONE)
            family[count++] = &comparison->p;
    }
    holm_adjust(family, count);
    return count;
}

static double equivalence_of(const struct comparison_rules *rules)
{
    return rules->equivalence > 0 ? rules->equivalence : rules->threshold;
}

static enum comparison_outcome outcome_of(const struct comparison *comparison,
                                          const struct comparison_set *comparison_set)
{
    const struct ratio *ratio = &comparison->ratio;
    double equivalence = equivalence_of(&comparison_set->rules);
    if (comparison->p <= 1 - comparison_set->confidence)
        return (ratio->value > 1) == (comparison->better != BETTER_MORE) ? OUTCOME_SLOWER
                                                                         : OUTCOME_FASTER;
    bool within = ratio->low >= 1 - equivalence && ratio->high <= 1 + equivalence;
    return equivalence > 0 && within ? OUTCOME_EQUIVALENT : OUTCOME_INCONCLUSIVE;
}

// The smaller of two numbers: blocks after which the interval leaves the margin (alpha shared by
// `open` verdicts), and blocks after which it fits into the equivalence region.
static size_t more_blocks(const struct candidate *candidate, double margin, double open,
                          const struct comparison_set *comparison_set)
{
    double confidence = comparison_set->confidence, shift = shift_of(candidate);
    size_t leave =
        ratio_test_more(&candidate->ratio_test, shift - margin, 1 - (1 - confidence) / open);
    size_t fit = ratio_test_more(&candidate->ratio_test,
                                 equivalence_of(&comparison_set->rules) - shift, confidence);
    return leave > 0 && (fit == 0 || leave < fit) ? leave : fit;
}

static void set_tests(const struct candidates *candidates, double *margins,
                      struct comparison_set *comparison_set)
{
    double confidence = comparison_set->confidence;
    for (size_t i = 0; i < candidates->count; i++)
        set_ratio(&candidates->items[i], confidence);
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->items[i];
        margins[i] = margin_of(candidates, candidate, comparison_set->rules.threshold);
        candidate->comparison.p = ratio_test_p(&candidate->ratio_test, margins[i], confidence);
        if (candidate->comparison.is_floor && candidate->primary)
            comparison_set->floor = fmax(comparison_set->floor, shift_of(candidate));
    }
}

// Returns the number of judged comparisons that stay open.
static size_t set_outcomes(const struct candidates *candidates,
                           const struct comparison_set *comparison_set)
{
    size_t open = comparison_set->family;
    for (size_t i = 0; i < candidates->count; i++) {
        struct comparison *comparison = &candidates->items[i].comparison;
        comparison->outcome = outcome_of(comparison, comparison_set);
        open -= comparison->judged && decided(comparison);
    }
    return open;
}

void candidates_decide(struct arena *scratch, const struct candidates *candidates,
                       struct comparison_set *comparison_set)
{
    double *margins = arena_new_array(scratch, double, candidates->count);
    set_tests(candidates, margins, comparison_set);
    comparison_set->family = adjust(scratch, candidates);
    size_t open = set_outcomes(candidates, comparison_set);
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->items[i];
        struct comparison *comparison = &candidates->items[i].comparison;
        if (comparison->outcome == OUTCOME_INCONCLUSIVE && !comparison->is_floor &&
            !candidate->by_machine)
            comparison->more_blocks = more_blocks(
                candidate, margins[i], comparison->judged ? (double)open : 1, comparison_set);
    }
}
