// Sentences about a whole comparison: overall mean, noise floor, method.
#include "report/compare/comparison_method.h"

#include "model/better.h"
#include "report/compare/comparison_wording.h"
#include "report/wording/changes.h"
#include "report/wording/lines.h"
#include "report/wording/numbers.h"

#include <math.h>

const char *common_subject(const struct comparison_set *comparison_set, const char *side)
{
    const char *subject = NULL;
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (!is_verdict(comparison) || !has_estimates(comparison) ||
            (side && !text_equal(comparison->new, side)))
            continue;
        const char *own = subject_word(comparison);
        if (subject && !text_equal(own, subject))
            return "value";
        subject = own;
    }
    return subject ? subject : "value";
}

// "3 benchmarks", "9 of 10 benchmarks, without BM_c (new failed: no disk)".
static const char *overall_scope(struct arena *arena, const struct overall *overall)
{
    enum { SHOWN = 4 };
    size_t left = overall->left_out.count, all = overall->benchmarks + left;
    const char *words = text_counted(arena, all, "benchmark"), *names = "";
    if (left == 0)
        return words;
    for (size_t i = 0; i < left && i < SHOWN; i++)
        names = arena_printf(arena, "%s%s%s", names, i ? ", " : "",
                             plain_name(arena, overall->left_out.items[i]));
    if (left > SHOWN)
        names = arena_printf(arena, "%s and %zu more", names, left - SHOWN);
    return arena_printf(arena, "%zu of %s, without %s", overall->benchmarks, words, names);
}

const char *overall_wording(struct arena *arena, const struct comparison_set *comparison_set,
                            const struct overall *overall)
{
    const char *means = overall_scope(arena, overall);
    if (!overall->ratio.defined)
        return arena_printf(arena, "overall: no geometric mean of %s", means);
    return arena_printf(arena, "overall: %s %s %s, geometric mean of %s",
                        change_wording(arena, &overall->ratio),
                        common_subject(comparison_set, overall->new),
                        limits_wording(arena, &overall->ratio), means);
}

const char *floor_wording(struct arena *arena, const struct comparison_set *comparison_set)
{
    const char *name = comparison_set->rules.floor_variant;
    double percent = 100 * comparison_set->floor;
    if (!(percent > 0))
        return NULL;
    return arena_printf(arena, "noise floor: %s differs from itself by up to %s %%",
                        name ? plain_name(arena, name) : "the baseline rebuilt",
                        fixed_number(arena, percent, decimals_for(percent, 2)));
}

// The meaning of a change below or above 0, if all verdicts share it.
static const char *direction_wording(const struct comparison_set *comparison_set)
{
    size_t all = 0, times = 0, less = 0, more = 0;
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (!is_verdict(comparison) || !has_estimates(comparison))
            continue;
        all++;
        times += reads_faster(comparison);
        less += comparison->better == BETTER_LESS;
        more += comparison->better == BETTER_MORE;
    }
    return times == all  ? " (below 0: faster)"
           : less == all ? " (below 0: better)"
           : more == all ? " (above 0: better)"
                         : "";
}

static const char *pairing_wording(const struct comparison_set *comparison_set)
{
    size_t paired = 0, all = 0;
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        bool counts = is_verdict(comparison) && has_estimates(comparison);
        all += counts;
        paired += counts && comparison->paired;
    }
    return paired == 0    ? "sides not paired"
           : paired < all ? "paired over blocks where sides share them"
                          : "paired over blocks";
}

static const char *rules_wording(struct arena *arena, const struct comparison_rules *rules)
{
    const char *threshold = rules->threshold > 0
                                ? arena_printf(arena, "threshold ±%.4g %%", 100 * rules->threshold)
                                : "any change counts";
    double margin = comparison_equivalence(rules);
    return margin != rules->threshold
               ? arena_printf(arena, "%s; equal within ±%.4g %%", threshold, 100 * margin)
               : threshold;
}

static size_t count_identical(const struct comparison_set *comparison_set)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison_set->comparison_count; i++)
        count += is_identical(&comparison_set->comparisons[i]);
    return count;
}

static bool has_exact(const struct comparison_set *comparison_set)
{
    for (size_t i = 0; i < comparison_set->comparison_count; i++)
        if (comparison_set->comparisons[i].ratio.exact)
            return true;
    return false;
}

const char *method_wording(struct arena *arena, const struct comparison_set *comparison_set)
{
    size_t identical = count_identical(comparison_set);
    if (identical && identical == comparison_set->comparison_count)
        return "nothing was measured: --anyway measures identical code";
    const char *family =
        comparison_set->family > 1
            ? arena_printf(arena, ", simultaneous for %zu verdicts", comparison_set->family)
            : "";
    return arena_printf(arena, "%.4g %% intervals%s, %s; %s; change: %s ratio new / old - 1%s%s%s",
                        100 * comparison_set->confidence, family, pairing_wording(comparison_set),
                        rules_wording(arena, &comparison_set->rules),
                        common_subject(comparison_set, NULL), direction_wording(comparison_set),
                        has_exact(comparison_set) ? "; exact: all values of a side are the same"
                                                  : "",
                        identical ? "; identical code is not measured (--anyway)" : "");
}

size_t most_blocks(const struct comparison_set *comparison_set, size_t look)
{
    size_t most = 0;
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct estimate *estimate = comparison_set->comparisons[i].new_estimate;
        size_t blocks = estimate ? comparison_set->looks->items[look].blocks[estimate->cell] : 0;
        most = blocks > most ? blocks : most;
    }
    return most;
}

// The highest of the cells'; one that was left out has no looks.
static double level_of_look(const struct comparison_set *comparison_set)
{
    double together = simultaneous(comparison_set->confidence, comparison_set->family);
    double confidence = together;
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct estimate *estimate = comparison_set->comparisons[i].new_estimate;
        if (estimate)
            confidence =
                fmax(confidence, looks_confidence(comparison_set->looks, estimate->cell, together));
    }
    return confidence;
}

const char *look_wording(struct arena *arena, const struct comparison_set *comparison_set)
{
    const struct looks *looks = comparison_set->looks;
    if (!looks || comparison_set->completeness.unfinished)
        return NULL;
    double alpha = 1 - comparison_set->confidence;
    return arena_printf(
        arena,
        "look %zu of %zu, after %zu of at most %zu blocks: intervals at %.4g %%, "
        "so that all looks together name a false difference in at most %.3g %% of "
        "comparisons",
        looks->current, looks->count, most_blocks(comparison_set, looks->current - 1),
        most_blocks(comparison_set, looks->count - 1), 100 * level_of_look(comparison_set),
        100 * alpha * looks->items[looks->count - 1].share);
}

const char *place_wording(struct arena *arena, const struct comparison_frame *frame)
{
    const char *seed = frame->seed && *frame->seed
                           ? arena_printf(arena, "seed %s", plain_name(arena, frame->seed))
                           : NULL;
    const char *folder = frame->folder && *frame->folder ? plain_name(arena, frame->folder) : NULL;
    if (seed && folder)
        return arena_printf(arena, "%s · %s", seed, folder);
    return seed ? seed : folder;
}
