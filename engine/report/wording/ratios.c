// Verdicts and ratios in words.
#include "report/wording/ratios.h"

#include "analysis/estimate/summary_statistics.h"
#include "model/better.h"
#include "model/level.h"
#include "model/phase.h"
#include "model/verdict.h"
#include "report/wording/changes.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/numbers.h"
#include "report/wording/summaries.h"
#include "spec/values.h"

#include <math.h>
#include <string.h>

bool is_simultaneous(const struct findings *findings, const struct variant_ratio *variant_ratio)
{
    return variant_ratio->confidence != findings->confidence;
}

bool is_time(const struct stored_metric *metric)
{
    double seconds;
    return value_time_unit(metric->unit, &seconds);
}

// "1/s", "MB/s", "Hz".
static bool is_rate(const char *unit)
{
    const char *slash = strrchr(unit, '/');
    double seconds;
    return (slash && value_time_unit(slash + 1, &seconds)) || text_ends(unit, "Hz");
}

const char *metric_label(const char *name, const char *unit)
{
    double seconds;
    if (strcmp(name, "wall_time") != 0 || value_time_unit(unit, &seconds))
        return name;
    return is_rate(unit) ? "rate" : "value";
}

static bool has_faster(const struct stored_metric *metric)
{
    return is_time(metric) && metric->better == BETTER_LESS;
}

enum verdict verdict_tone(const struct stored_metric *metric, enum verdict verdict)
{
    if (metric->better == BETTER_UNKNOWN || verdict == VERDICT_INCONCLUSIVE ||
        verdict == VERDICT_EQUAL)
        return VERDICT_INCONCLUSIVE;
    bool good = (verdict == VERDICT_FASTER) == (metric->better == BETTER_LESS);
    return good ? VERDICT_FASTER : VERDICT_SLOWER;
}

const char *verdict_word(const struct stored_metric *metric, enum verdict verdict)
{
    static const char *const words[][3] = {{"inconclusive", "lower", "higher"},
                                           {"inconclusive", "better", "worse"},
                                           {"inconclusive", "faster", "slower"}};
    if (verdict == VERDICT_EQUAL)
        return "equal";
    if (metric->better == BETTER_UNKNOWN)
        return words[0][verdict];
    return words[has_faster(metric) ? 2 : 1][verdict_tone(metric, verdict)];
}

const char *verdict_lead(struct arena *arena, const struct stored_metric *metric,
                         enum verdict verdict)
{
    return text_upper(arena, verdict_word(metric, verdict));
}

// "1.07× faster", of a decided time; else NULL.
static const char *times_wording(struct arena *arena, const struct stored_metric *metric,
                                 const struct variant_ratio *variant_ratio)
{
    double value = variant_ratio->ratio.value;
    int decimals = decimals_for(fabs(value - 1), 1) < 2 ? 2 : decimals_for(fabs(value - 1), 1);
    bool changed =
        variant_ratio->verdict == VERDICT_FASTER || variant_ratio->verdict == VERDICT_SLOWER;
    return changed && has_faster(metric)
               ? arena_printf(arena, "%.*f× %s", decimals,
                              variant_ratio->verdict == VERDICT_FASTER ? 1 / value : value,
                              verdict_word(metric, variant_ratio->verdict))
               : NULL;
}

const char *difference_wording(struct arena *arena, const struct findings *findings,
                               const struct variant_ratio *variant_ratio)
{
    const struct ratio *ratio = &variant_ratio->ratio;
    const struct stored_metric *metric = &findings->catalogue.metrics[variant_ratio->new->metric];
    const char *times = times_wording(arena, metric, variant_ratio);
    return arena_printf(arena, "%s, %s", ratio_wording(arena, ratio),
                        times ? times : verdict_word(metric, variant_ratio->verdict));
}

// "b executes 1.0198 times as many instructions as a: +1.98 % (exact: all values of a side are the
// same)".
static const char *exact_wording(struct arena *arena, const struct findings *findings,
                                 const struct variant_ratio *variant_ratio)
{
    const struct catalogue *catalogue = &findings->catalogue;
    const struct stored_metric *metric = &catalogue->metrics[variant_ratio->new->metric];
    const char *new = catalogue->variants[variant_ratio->new->variant];
    const char *old = catalogue->variants[variant_ratio->old->variant];
    const char *name = metric_label(metric->name, metric->unit);
    const struct ratio *ratio = &variant_ratio->ratio;
    bool is_number = text_equal(metric->unit, "") || text_equal(metric->unit, "1");
    const char *verb = text_starts(name, "instructions") ? "executes" : "has";
    const char *times = fixed_number(arena, ratio->value, decimals_of_ratio(ratio));
    const char *amount =
        is_number ? arena_printf(arena, "%s %s times as many %s as %s", verb, times, name, old)
                  : arena_printf(arena, "%s %s times the %s of %s", verb, times, name, old);
    const char *faster = times_wording(arena, metric, variant_ratio);
    return arena_printf(arena, "%s %s: %s%s%s (exact: all values of a side are the same)", new,
                        amount, change_wording(arena, ratio), faster ? ", " : "",
                        faster ? faster : "");
}

// What an interval without a limit lacks.
static const char *open_wording(struct arena *arena, const struct variant_ratio *variant_ratio)
{
    const struct ratio *ratio = &variant_ratio->ratio;
    const char *more = level_name(top_level(variant_ratio->new));
    switch (ratio->bound) {
    case RATIO_NO_UPPER:
        return arena_printf(arena, ", at least %.2f; no upper bound: measure more %ss", ratio->low,
                            more);
    case RATIO_NO_LOWER:
        return arena_printf(arena, ", at most %.2f; no lower bound: measure more %ss", ratio->high,
                            more);
    case RATIO_UNDETERMINED:
        return arena_printf(arena, "; the interval says nothing: measure more %ss", more);
    case RATIO_NONE:
    case RATIO_BOUNDED:
        break;
    }
    return arena_printf(arena, "; no interval: measure more %ss", more);
}

const char *variant_ratio_wording(struct arena *arena, const struct findings *findings,
                                  const struct variant_ratio *variant_ratio)
{
    if (variant_ratio->ratio.exact)
        return exact_wording(arena, findings, variant_ratio);
    const struct catalogue *catalogue = &findings->catalogue;
    const struct ratio *ratio = &variant_ratio->ratio;
    const struct stored_metric *measured = &catalogue->metrics[variant_ratio->new->metric];
    const char *metric = metric_label(measured->name, measured->unit);
    const char *new = catalogue->variants[variant_ratio->new->variant];
    const char *old = catalogue->variants[variant_ratio->old->variant];
    const char *summary = summary_wording(arena, variant_ratio->new);
    if (strcmp(metric, "wall_time") == 0)
        metric = "time";
    if (!is_mean(variant_ratio->new))
        metric = arena_printf(arena, "%s (%s)", metric, summary);
    bool both = variant_ratio->old->defined && variant_ratio->new->defined;
    if (!ratio->defined)
        return arena_printf(arena, "%s against %s: no ratio of their %s, since %s %s%s", new, old,
                            metric, both ? "a" : "one has no", summary,
                            both ? " is not above 0" : "");
    int decimals = decimals_of_ratio(ratio);
    const char *takes =
        arena_printf(arena, "%s %s %.*f of %s's %s", new, is_time(measured) ? "takes" : "has",
                     decimals, ratio->value, old, metric);
    const char *times = times_wording(arena, measured, variant_ratio);
    const char *limits =
        ratio->bound == RATIO_BOUNDED
            ? arena_printf(arena, " [%.*f, %.*f]", decimals, ratio->low, decimals, ratio->high)
            : open_wording(arena, variant_ratio);
    return arena_printf(arena, "%s%s%s%s", takes, limits, times ? ": " : "", times ? times : "");
}

const char *bound_word(enum ratio_bound bound)
{
    static const char *const words[] = {
        [RATIO_NONE] = "none",
        [RATIO_BOUNDED] = "yes",
        [RATIO_NO_UPPER] = "no_upper",
        [RATIO_NO_LOWER] = "no_lower",
        [RATIO_UNDETERMINED] = "undetermined",
    };
    return words[bound];
}
