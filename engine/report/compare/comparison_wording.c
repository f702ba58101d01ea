// Sentences and table cells that all output formats of a comparison share.
#include "report/compare/comparison_wording.h"

#include "analysis/compare/outcome.h"
#include "model/better.h"
#include "model/level.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/numbers.h"
#include "report/wording/ratios.h"
#include "spec/values.h"

#include <math.h>

bool is_missing(const struct comparison *comparison)
{
    return !is_identical(comparison) && (!comparison->old_estimate || !comparison->new_estimate);
}

bool is_identical(const struct comparison *comparison)
{
    return comparison->outcome == OUTCOME_IDENTICAL;
}

bool has_estimates(const struct comparison *comparison)
{
    return comparison->old_estimate && comparison->new_estimate;
}

bool is_verdict(const struct comparison *comparison)
{
    return comparison->judged && !comparison->is_floor;
}

bool same_sides(const struct comparison *a, const struct comparison *b)
{
    return text_equal(a->old, b->old) && text_equal(a->new, b->new);
}

bool has_several_sides(const struct comparison_set *comparison_set)
{
    const struct comparison *first = NULL;
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (comparison->is_floor)
            continue;
        if (!first)
            first = comparison;
        if (!same_sides(comparison, first))
            return true;
    }
    return false;
}

bool begins_sides(const struct comparison_set *comparison_set, size_t index)
{
    const struct comparison *comparison = &comparison_set->comparisons[index];
    if (comparison->is_floor)
        return false;
    for (size_t i = 0; i < index; i++) {
        const struct comparison *before = &comparison_set->comparisons[i];
        if (!before->is_floor && before->judged == comparison->judged &&
            same_sides(before, comparison))
            return false;
    }
    return true;
}

bool has_time(const struct comparison *comparison)
{
    double seconds;
    return value_time_unit(comparison->unit, &seconds);
}

bool reads_faster(const struct comparison *comparison)
{
    return has_time(comparison) && comparison->better == BETTER_LESS;
}

const char *outcome_word(const struct comparison *comparison)
{
    return is_missing(comparison) ? "missing"
                                  : comparison_outcome_word(comparison, comparison->outcome);
}

const char *named_verdict(struct arena *arena, const struct comparison *comparison)
{
    return is_missing(comparison) ? outcome_word(comparison)
                                  : comparison_verdict(arena, comparison, comparison->outcome);
}

const char *subject_word(const struct comparison *comparison)
{
    bool is_plain = text_equal(comparison->metric, "wall_time");
    return is_plain && has_time(comparison) ? "time"
                                            : metric_label(comparison->metric, comparison->unit);
}

const char *means_wording(struct arena *arena, const struct comparison *comparison)
{
    if (!has_estimates(comparison))
        return "";
    double old = comparison->old_estimate->components.mean;
    double new = comparison->new_estimate->components.mean, largest = fmax(fabs(old), fabs(new));
    struct scale scale = scale_of(comparison->unit, largest);
    int decimals = decimals_for(largest * scale.factor, 4);
    const char *numbers =
        arena_printf(arena, "%s → %s", fixed_number(arena, old * scale.factor, decimals),
                     fixed_number(arena, new *scale.factor, decimals));
    return with_unit(arena, numbers, scale.unit);
}

// The unit that one more block adds to a side.
static const char *unit_of(const struct comparison *comparison)
{
    return level_name(comparison->new_estimate ? top_level(comparison->new_estimate) : LEVEL_BUILD);
}

const char *wins_wording(struct arena *arena, const struct comparison *comparison)
{
    return comparison->pairs
               ? arena_printf(arena, "%zu of %zu", comparison->wins, comparison->pairs)
               : "";
}

const char *wins_header(struct arena *arena, const struct comparison *comparison)
{
    bool own = comparison->new_estimate && top_level(comparison->new_estimate) < LEVEL_BUILD;
    return own ? arena_printf(arena, "%ss won", unit_of(comparison)) : "layouts won";
}

const char *gap_wording(struct arena *arena, const struct comparison *comparison)
{
    if (comparison->only)
        return plain_name(arena, comparison->only);
    if (comparison->withheld)
        return comparison->withheld;
    if (is_identical(comparison))
        return "identical code";
    if (is_missing(comparison) && comparison->missing)
        return arena_printf(arena, "no result: %s", plain_name(arena, comparison->missing));
    if (!comparison->old_estimate && !comparison->new_estimate)
        return arena_printf(arena, "no result of %s and %s", plain_name(arena, comparison->old),
                            plain_name(arena, comparison->new));
    if (is_missing(comparison))
        return arena_printf(
            arena, "no result of %s",
            plain_name(arena, comparison->old_estimate ? comparison->new : comparison->old));
    if (!comparison->ratio.defined && comparison->missing)
        return plain_name(arena, comparison->missing);
    return comparison->ratio.defined ? NULL : "no ratio, since a mean is not above 0";
}

static const char *direction_of(const struct comparison *comparison, double ratio)
{
    bool worse = (ratio > 1) == (comparison->better != BETTER_MORE);
    return comparison_outcome_word(comparison, worse ? OUTCOME_SLOWER : OUTCOME_FASTER);
}

// "between 4.2 % faster and 3.2 % slower", "between 0.5 % and 3.5 % slower".
static const char *between_wording(struct arena *arena, const struct comparison *comparison)
{
    const struct ratio *ratio = &comparison->ratio;
    int decimals = (int)fmax(decimals_of_ratio(ratio) - 2, 1);
    const char *low = fixed_number(arena, fabs(100 * (ratio->low - 1)), decimals);
    const char *high = fixed_number(arena, fabs(100 * (ratio->high - 1)), decimals);
    const char *lower = direction_of(comparison, ratio->low);
    const char *upper = direction_of(comparison, ratio->high);
    if (text_equal(lower, upper) && text_equal(low, high))
        return arena_printf(arena, "%s %% %s", low, lower);
    if (text_equal(lower, upper))
        return ratio->low > 1 ? arena_printf(arena, "between %s %% and %s %% %s", low, high, upper)
                              : arena_printf(arena, "between %s %% and %s %% %s", high, low, lower);
    return arena_printf(arena, "between %s %% %s and %s %% %s", low, lower, high, upper);
}

static const char *detectable_wording(struct arena *arena, const struct comparison *comparison)
{
    static const char *const reasons[] = {
        [RATIO_NONE] = "no interval",
        [RATIO_NO_UPPER] = "no upper bound",
        [RATIO_NO_LOWER] = "no lower bound",
        [RATIO_UNDETERMINED] = "the interval says nothing",
    };
    enum ratio_bound bound = comparison->ratio.bound;
    bool open = comparison->judged && comparison->outcome == OUTCOME_INCONCLUSIVE;
    if (open && comparison->coarse && bound == RATIO_BOUNDED)
        return "all values of a side are the same: the clock may be too coarse, so the sides are "
               "not called equal";
    if (!comparison->judged || !comparison->ratio.defined ||
        (bound == RATIO_BOUNDED && comparison->outcome != OUTCOME_INCONCLUSIVE))
        return NULL;
    if (bound != RATIO_BOUNDED)
        return arena_printf(arena, "%s: measure more %ss", reasons[bound], unit_of(comparison));
    const char *between = between_wording(arena, comparison);
    return comparison->detectable > 0 && isfinite(comparison->detectable)
               ? arena_printf(arena,
                              "%s; would have detected %.2g %% in 9 of 10 campaigns like this",
                              between, 100 * comparison->detectable)
               : between;
}

const char *remedy_wording(struct arena *arena, const struct comparison_set *comparison_set,
                           const struct comparison_frame *frame,
                           const struct comparison *comparison)
{
    const char *detectable = detectable_wording(arena, comparison);
    const char *way =
        frame->ways_on ? frame->ways_on[comparison - comparison_set->comparisons].words : NULL;
    if (!way)
        return detectable;
    return arena_printf(arena, "%s%sto decide: %s", detectable ? detectable : "",
                        detectable ? "; " : "", way);
}
