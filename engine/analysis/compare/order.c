// Putting comparisons in the order of a report, and averaging them over benchmarks.
#include "analysis/compare/internal.h"

#include "model/better.h"

#include <math.h>
#include <stdlib.h>

struct ranked {
    struct comparison comparison;
    size_t place; // before sorting
};

static int group_of(const struct comparison *comparison)
{
    return comparison->is_floor ? 2 : comparison->judged ? 0 : 1;
}

static int state_of(const struct comparison *comparison)
{
    switch (comparison->outcome) {
    case OUTCOME_SLOWER:
    case OUTCOME_FASTER:
        return 0;
    case OUTCOME_EQUIVALENT:
        return 1;
    case OUTCOME_IDENTICAL:
        return 2;
    case OUTCOME_INCONCLUSIVE:
        break;
    }
    return comparison->ratio.defined ? 3 : 4;
}

// The ratio, inverted where more is better: the larger, the worse.
static double badness(const struct comparison *comparison)
{
    bool inverted = comparison->better == BETTER_MORE && comparison->ratio.defined;
    return inverted ? 1 / comparison->ratio.value : comparison->ratio.value;
}

// Sorts the worst first; equal comparisons keep their order.
static int by_badness(const void *a, const void *b)
{
    const struct ranked *one = a, *other = b;
    double value = badness(&one->comparison), than = badness(&other->comparison);
    int order = group_of(&one->comparison) - group_of(&other->comparison);
    order = order ? order : state_of(&one->comparison) - state_of(&other->comparison);
    order = order ? order : (value < than) - (value > than);
    return order ? order : (one->place > other->place) - (one->place < other->place);
}

static void report_comparison(struct arena *scratch, struct arena *arena,
                              const struct candidates *candidates,
                              struct comparison_set *comparison_set)
{
    size_t count = candidates->count;
    struct ranked *sorted = arena_new_array(scratch, struct ranked, count);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct ranked){candidates->items[i].comparison, i};
    if (count > 0)
        qsort(sorted, count, sizeof *sorted, by_badness);
    comparison_set->comparisons = arena_new_array(arena, struct comparison, count);
    comparison_set->comparison_count = count;
    for (size_t i = 0; i < count; i++)
        comparison_set->comparisons[i] = sorted[i].comparison;
}

static const char *why_left_out(const struct comparison *comparison)
{
    return comparison->outcome == OUTCOME_IDENTICAL ? "identical code"
           : comparison->doubt                      ? doubt_wording(comparison->doubt)
           : comparison->missing                    ? comparison->missing
                                                    : "no ratio";
}

// The mean over benchmarks of one pair of variants.
static void report_overall(struct arena *scratch, struct arena *arena,
                           const struct candidates *candidates, struct couple variant,
                           struct comparison_set *comparison_set)
{
    const struct ratio_test **all =
        arena_new_array(scratch, const struct ratio_test *, candidates->count);
    const char *new = NULL;
    struct text_list left_out = {0};
    size_t count = 0, more = 0;
    double confidence = comparison_set->confidence;
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->items[i];
        const struct comparison *comparison = &candidate->comparison;
        if (!comparison->judged || candidate->variant.old != variant.old ||
            candidate->variant.new != variant.new)
            continue;
        if (!comparison->ratio.defined || comparison->doubt) {
            text_list_printf(&left_out, arena, "%s (%s)", comparison->benchmark,
                             why_left_out(comparison));
        } else {
            all[count++] = &candidate->ratio_test;
            more += candidate->comparison.better == BETTER_MORE;
            new = candidate->comparison.new;
            confidence =
                fmax(confidence, looks_confidence(comparison_set->looks, candidate->cell.new,
                                                  comparison_set->confidence));
        }
    }
    if (count >= 2 && (more == 0 || more == count))
        comparison_set->overalls[comparison_set->overall_count++] =
            (struct overall){new, count, left_out, overall_ratio(all, count, confidence),
                             more ? BETTER_MORE : BETTER_LESS};
}

void candidates_report(struct arena *scratch, struct arena *arena,
                       const struct candidates *candidates, const struct match *match,
                       struct comparison_set *comparison_set)
{
    report_comparison(scratch, arena, candidates, comparison_set);
    comparison_set->overalls = arena_new_array(arena, struct overall, match->variants.count);
    for (size_t i = 0; i < match->variants.count; i++)
        report_overall(scratch, arena, candidates, match->variants.items[i], comparison_set);
}
