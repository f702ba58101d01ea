// Sentences and cells that the forms of a comparison share.
#include "report/comparison_words.h"
#include "report/lines.h"

#include "report/numbers.h"
#include "report/words.h"
#include "spec/values.h"

#include <math.h>

bool is_missing(const struct contrast *contrast)
{
    return !contrast->old_estimate || !contrast->new_estimate;
}

bool is_verdict(const struct contrast *contrast)
{
    return contrast->judged && !contrast->is_floor;
}

bool same_sides(const struct contrast *a, const struct contrast *b)
{
    return text_equal(a->old, b->old) && text_equal(a->new, b->new);
}

bool has_several_sides(const struct judgement *judgement)
{
    const struct contrast *first = NULL;
    for (size_t i = 0; i < judgement->contrast_count; i++) {
        const struct contrast *contrast = &judgement->contrasts[i];
        if (contrast->is_floor)
            continue;
        if (!first)
            first = contrast;
        if (!same_sides(contrast, first))
            return true;
    }
    return false;
}

bool begins_sides(const struct judgement *judgement, size_t index)
{
    const struct contrast *contrast = &judgement->contrasts[index];
    if (contrast->is_floor)
        return false;
    for (size_t i = 0; i < index; i++) {
        const struct contrast *before = &judgement->contrasts[i];
        if (!before->is_floor && before->judged == contrast->judged && same_sides(before, contrast))
            return false;
    }
    return true;
}

bool has_time(const struct contrast *contrast)
{
    double seconds;
    return value_time_unit(contrast->unit, &seconds);
}

bool reads_faster(const struct contrast *contrast)
{
    return has_time(contrast) && contrast->better == BETTER_LESS;
}

const char *outcome_word(const struct contrast *contrast)
{
    static const char *const words[][4] = {
        {"unsure", "equal", "lower", "higher"},
        {"unsure", "equal", "better", "worse"},
        {"unsure", "equal", "faster", "slower"},
    };
    size_t row = contrast->better == BETTER_UNKNOWN ? 0 : reads_faster(contrast) ? 2 : 1;
    return is_missing(contrast) ? "missing" : words[row][contrast->outcome];
}

const char *subject_word(struct arena *arena, const struct contrast *contrast)
{
    bool is_plain = text_equal(contrast->metric, "wall_time");
    return !is_plain ? plain_name(arena, contrast->metric) : has_time(contrast) ? "time" : "value";
}

// A ratio as a change, all of one contrast in the same manner.
static const char *as_change(struct arena *arena, const struct ratio *ratio, double value)
{
    if (ratio->value >= 10)
        return arena_printf(arena, "×%s", fixed_number(arena, value, 1));
    int decimals = (int)fmax(decimals_of_ratio(ratio) - 2, 1);
    const char *sign = value < 1 ? "-" : "+";
    return arena_printf(arena, "%s%s %%", sign,
                        fixed_number(arena, fabs(100 * (value - 1)), decimals));
}

const char *change_in_words(struct arena *arena, const struct ratio *ratio)
{
    return ratio->defined ? as_change(arena, ratio, ratio->value) : "";
}

const char *limits_in_words(struct arena *arena, const struct ratio *ratio)
{
    if (!ratio->defined)
        return "";
    switch (ratio->bound) {
    case RATIO_BOUNDED:
        return arena_printf(arena, "[%s, %s]", as_change(arena, ratio, ratio->low),
                            as_change(arena, ratio, ratio->high));
    case RATIO_NO_UPPER:
        return arena_printf(arena, "at least %s", as_change(arena, ratio, ratio->low));
    case RATIO_UNDETERMINED:
        return "undetermined";
    case RATIO_NONE:
        break;
    }
    return "no interval";
}

const char *ratio_in_words(struct arena *arena, const struct ratio *ratio)
{
    int decimals = decimals_of_ratio(ratio);
    const char *value = fixed_number(arena, ratio->value, decimals);
    if (ratio->bound == RATIO_BOUNDED)
        return arena_printf(arena, "%s [%s, %s]", value, fixed_number(arena, ratio->low, decimals),
                            fixed_number(arena, ratio->high, decimals));
    if (ratio->bound == RATIO_NO_UPPER)
        return arena_printf(arena, "%s, at least %s", value,
                            fixed_number(arena, ratio->low, decimals));
    return arena_printf(arena, "%s, %s", value, limits_in_words(arena, ratio));
}

const char *means_in_words(struct arena *arena, const struct contrast *contrast)
{
    if (is_missing(contrast))
        return "";
    double old = contrast->old_estimate->components.mean;
    double new = contrast->new_estimate->components.mean, largest = fmax(fabs(old), fabs(new));
    struct scale scale = scale_of(contrast->unit, largest);
    int decimals = decimals_for(largest * scale.factor, 4);
    const char *numbers =
        arena_printf(arena, "%s → %s", fixed_number(arena, old * scale.factor, decimals),
                     fixed_number(arena, new *scale.factor, decimals));
    return with_unit(arena, numbers, scale.unit);
}

// What another block adds to a side.
static const char *unit_of(const struct contrast *contrast)
{
    return level_name(contrast->new_estimate ? top_level(contrast->new_estimate) : LEVEL_BUILD);
}

const char *wins_in_words(struct arena *arena, const struct contrast *contrast)
{
    return contrast->pairs ? arena_printf(arena, "%zu of %zu", contrast->wins, contrast->pairs)
                           : "";
}

const char *wins_header(struct arena *arena, const struct contrast *contrast)
{
    bool own = contrast->new_estimate && top_level(contrast->new_estimate) < LEVEL_BUILD;
    return own ? arena_printf(arena, "%ss won", unit_of(contrast)) : "layouts won";
}

const char *gap_in_words(struct arena *arena, const struct contrast *contrast)
{
    if (!contrast->old_estimate && !contrast->new_estimate)
        return arena_printf(arena, "no result of %s and %s", plain_name(arena, contrast->old),
                            plain_name(arena, contrast->new));
    if (is_missing(contrast))
        return arena_printf(
            arena, "no result of %s",
            plain_name(arena, contrast->old_estimate ? contrast->new : contrast->old));
    return contrast->ratio.defined ? NULL : "no ratio, since a mean is not above 0";
}

const char *remedy_in_words(struct arena *arena, const struct contrast *contrast)
{
    static const char *const reasons[] = {
        [RATIO_NONE] = "no interval",
        [RATIO_BOUNDED] = "to decide",
        [RATIO_NO_UPPER] = "no upper bound",
        [RATIO_UNDETERMINED] = "undetermined",
    };
    enum ratio_bound bound = contrast->ratio.bound;
    const char *reason = reasons[bound], *unit = unit_of(contrast);
    if (!contrast->judged || !contrast->ratio.defined ||
        (bound == RATIO_BOUNDED && contrast->outcome != OUTCOME_INCONCLUSIVE))
        return NULL;
    if (contrast->more_blocks == 0)
        return bound == RATIO_BOUNDED
                   ? arena_printf(arena, "no sensible number of %ss would decide", unit)
                   : arena_printf(arena, "%s: more %ss", reason, unit);
    const char *time = contrast->more_s > 0
                           ? arena_printf(arena, ", %s", duration_in_words(arena, contrast->more_s))
                           : "";
    return arena_printf(
        arena, "%s: about %s%s", reason,
        text_counted(arena, contrast->more_blocks, arena_printf(arena, "more %s", unit)), time);
}
