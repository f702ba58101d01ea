// The reason of a claim's outcome, in words.
#include "analysis/claims/internal.h"

#include "base/text.h"
#include "model/level.h"

#include <math.h>
#include <stdint.h>

// "sort[n=1000, size=64]": a cell in the syntax of claims.
static const char *cell_wording(struct arena *arena, const struct catalogue *catalogue, size_t cell)
{
    const struct stored_cell *stored = &catalogue->cells[cell];
    const char *words = stored->benchmark;
    for (size_t i = 0; i < catalogue->axis_count; i++)
        words = arena_printf(arena, "%s%s%s=%s", words, i ? ", " : "[", catalogue->axes[i],
                             stored->point[i]);
    return catalogue->axis_count ? arena_printf(arena, "%s]", words) : words;
}

// Decimals that show two digits of half the interval, or four of the value.
static int decimals_of(double value, const struct limits *limits)
{
    double half = (limits->high - limits->low) / 2;
    bool bounded = isfinite(half) && half > 0;
    double size = bounded ? half : fabs(value);
    if (!(size > 0))
        return 0;
    return (int)fmin(fmax((bounded ? 1 : 3) - floor(log10(size)), 0), 15);
}

// Without negative samples no mean is below 0, and no ratio of means is 0.
static bool has_low(const struct claim *claim, const struct claim_case *decides,
                    const struct limits *limits)
{
    const struct estimate *old = decides->old;
    return claim->function == CLAIM_SHARE || decides->new->may_be_negative ||
           (old && old->may_be_negative) || (old ? limits->low > 0 : limits->low >= 0);
}

static const char *numbers_wording(struct arena *arena, const struct claim *claim,
                                   const struct claim_case *decides, struct limits limits)
{
    double value = decides->value;
    bool share = claim->function == CLAIM_SHARE;
    double scale = share ? 100 : 1;
    const char *unit = share ? " %" : *claim->unit ? arena_printf(arena, " %s", claim->unit) : "";
    limits = (struct limits){limits.low * scale, limits.high * scale};
    value *= scale;
    int decimals = decimals_of(value, &limits);
    const char *words = arena_printf(arena, "%.*f", decimals, value);
    if (isfinite(limits.high) && !has_low(claim, decides, &limits))
        return arena_printf(arena, "%s, at most %.*f%s, with no lower bound", words, decimals,
                            limits.high, unit);
    if (isfinite(limits.high))
        return arena_printf(arena, "%s [%.*f, %.*f]%s", words, decimals, limits.low, decimals,
                            limits.high, unit);
    return limits.low > 0 ? arena_printf(arena, "%s, at least %.*f, with no upper bound", words,
                                         decimals, limits.low)
                          : arena_printf(arena, "%s, with any value possible", words);
}

static const char *subject(const struct claim_context *context, const struct claim_case *decides)
{
    struct arena *arena = context->arena;
    const struct claim *claim = context->claim;
    const char *new = context->estimates->catalogue->variants[decides->variant];
    switch (claim->function) {
    case CLAIM_SPEEDUP:
        return arena_printf(arena, "speedup of %s over %s", new, claim->old.text);
    case CLAIM_RATIO:
    case CLAIM_EQUIVALENT:
        return arena_printf(arena, "ratio of %s to %s", new, claim->old.text);
    case CLAIM_MEAN:
        return arena_printf(arena, "mean of %s", new);
    case CLAIM_SHARE:
        return arena_printf(arena, "%s's share of the variance of %s", claim->level.text, new);
    }
    return "";
}

static const char *units_wording(struct arena *arena, const struct decomposition *decomposition)
{
    const struct components *components = &decomposition->components;
    return text_counted(arena, components->top_units,
                        level_name(decomposition->level[components->levels - 1]));
}

static const char *interval_wording(const struct claim_context *context,
                                    const struct claim_cases *cases,
                                    const struct claim_case *decides)
{
    struct arena *arena = context->arena;
    const struct estimate *new = decides->new, *old = decides->old ? decides->old : new;
    size_t units = new->components.top_units, others = old->components.top_units;
    const char *level = level_name(new->level[new->components.levels - 1]);
    double confidence = 100 * (decides->adjusted ? cases->adjusted : cases->confidence);
    const char *quick = context->quick ? " of a quick run" : "";
    const struct decomposition *decomposition = &new->decomposition;
    if (context->claim->function == CLAIM_SHARE && decomposition->phase == PHASE_PILOT)
        return arena_printf(arena, "%.5g %% interval over %s of the pilot%s", confidence,
                            units_wording(arena, decomposition), quick);
    return units == others ? arena_printf(arena, "%.5g %% interval over %s%s", confidence,
                                          text_counted(arena, units, level), quick)
                           : arena_printf(arena, "%.5g %% interval over %zu and %s", confidence,
                                          units, text_counted(arena, others, level));
}

// Takes the ratio with the interval that reports show, of which the claim may name the sides in the
// other order. False: reports show none of these sides.
static bool take_shown_ratio(const struct claim_context *context, const struct claim_case *one,
                             struct ratio *ratio)
{
    const struct estimates *estimates = context->estimates;
    for (size_t i = 0; one->old && i < estimates->ratio_count; i++) {
        const struct variant_ratio *shown = &estimates->ratios[i];
        bool same = shown->old == one->old && shown->new == one->new;
        if (!same && (shown->old != one->new || shown->new != one->old))
            continue;
        *ratio = same ? shown->ratio : ratio_inverse(&shown->ratio);
        return true;
    }
    return false;
}

// How many cases have the outcome by the simultaneous intervals, whose verdicts reports count; a
// claim's cases stand each by its own interval. SIZE_MAX: those of reports are no ratios of these.
static size_t count_simultaneous(const struct claim_context *context,
                                 const struct claim_cases *cases, enum claim_outcome outcome)
{
    size_t count = 0;
    for (size_t i = 0; i < cases->count; i++) {
        const struct claim_case *one = &cases->items[i];
        if (one->unknown) {
            count += outcome == CLAIM_INCONCLUSIVE;
            continue;
        }
        struct ratio ratio;
        if (!take_shown_ratio(context, one, &ratio) || !is_mean(one->new) ||
            context->claim->relation == CLAIM_WITHIN)
            return SIZE_MAX;
        ratio = claim_ratio(context, one, &ratio);
        count += claim_outcome_of(context->claim, ratio.low, ratio.high) == outcome;
    }
    return count;
}

static const char *simultaneous_wording(const struct claim_context *context,
                                        const struct claim_cases *cases, enum claim_outcome outcome,
                                        size_t same)
{
    size_t count = count_simultaneous(context, cases, outcome);
    return count == SIZE_MAX || count == same
               ? ""
               : arena_printf(context->arena, ", %zu by the simultaneous intervals of the ratios",
                              count);
}

// The outcomes of the other cases: "; the closest of 12 cases", "; 3 of 12 cases refute it".
static const char *others_wording(const struct claim_context *context,
                                  const struct claim_cases *cases, const struct claim_case *decides)
{
    struct arena *arena = context->arena;
    static const char *const states[][2] = {[CLAIM_INCONCLUSIVE] = {"is", "are"},
                                            [CLAIM_SUPPORTED] = {"supports", "support"},
                                            [CLAIM_REFUTED] = {"refutes", "refute"}};
    size_t same = 0;
    for (size_t i = 0; i < cases->count; i++)
        same += cases->items[i].outcome == decides->outcome;
    if (cases->count < 2)
        return "";
    const char *also = simultaneous_wording(context, cases, decides->outcome, same);
    const char *words = states[decides->outcome][same > 1];
    const char *object = decides->outcome == CLAIM_INCONCLUSIVE ? "inconclusive" : "it";
    if (same < cases->count || decides->unknown)
        return arena_printf(arena, "; %zu of %zu cases %s %s%s", same, cases->count, words, object,
                            also);
    return *also ? arena_printf(arena, "; the closest of %zu cases that %s %s%s", same, words,
                                object, also)
                 : arena_printf(arena, "; the closest of %zu cases", same);
}

const char *claim_reason(const struct claim_context *context, const struct claim_cases *cases,
                         const struct claim_case *decides)
{
    struct arena *arena = context->arena;
    const struct claim *claim = context->claim;
    const struct catalogue *catalogue = context->estimates->catalogue;
    const char *place =
        catalogue->cell_count > 1
            ? arena_printf(arena, " in %s", cell_wording(arena, catalogue, decides->cell))
            : "";
    const char *others = others_wording(context, cases, decides);
    if (decides->unknown)
        return arena_printf(arena, "%s%s%s", decides->unknown, place, others);
    const struct limits *limits = decides->adjusted ? &decides->among : &decides->alone;
    const char *metric =
        claim->metric.text ? arena_printf(arena, " in %s", claim->metric.text) : "";
    return arena_printf(arena, "%s%s is %s%s (%s)%s", subject(context, decides), metric,
                        numbers_wording(arena, claim, decides, *limits), place,
                        interval_wording(context, cases, decides), others);
}
