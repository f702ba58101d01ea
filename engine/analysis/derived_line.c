// A quantity over an axis as a straight line, and how well it fits.
#include "analysis/derived_parts.h"

#include "stats/line.h"

#include <math.h>

static struct derived_term term_of(const char *name, const char *unit,
                                   const struct uncertain *number, double confidence)
{
    struct derived_term term = {.name = name,
                                .unit = unit,
                                .value = number->value,
                                .bounded = number->df > 0,
                                .df = number->df};
    uncertain_limits(number, confidence, &term.low, &term.high);
    return term;
}

static const char *fit_in_words(struct arena *arena, const struct derived_curve *curve,
                                const struct line *line)
{
    const char *farthest = arena_printf(arena, "(farthest: %+.1f %% at %s=%s)",
                                        fabs(line->off) < 0.0005 ? 0 : 100 * line->off, curve->axis,
                                        curve->values[line->farthest]);
    if (curve->count == 2)
        return "two points: nothing shows whether it is a line";
    switch (line->fit) {
    case LINE_FITS:
        return arena_printf(arena, "%zu points lie on it within their noise %s", curve->count,
                            farthest);
    case LINE_MISSES:
        return arena_printf(arena,
                            "%zu of %zu points lie off it by more than their noise %s: this is no "
                            "line",
                            line->missed, curve->count, farthest);
    case LINE_UNTRIED:
        break;
    }
    return arena_printf(arena, "%zu points, whose noise is not known %s", curve->count, farthest);
}

void derive_line(struct arena *arena, const struct derived_curve *curve, double confidence,
                 struct derived_result *result)
{
    struct line line = line_through(curve->places, curve->numbers, curve->count, confidence);
    const char *lacks = curve->missing
                            ? arena_printf(arena, "%s missing (%s)",
                                           text_counted(arena, curve->missing, "point"), curve->why)
                            : NULL;
    if (!line.defined) {
        result->words = lacks
                            ? arena_printf(arena, "there are not two points for a line: %s", lacks)
                            : "there are not two points for a line";
        return;
    }
    result->terms = arena_new_array(arena, struct derived_term, 2);
    result->term_count = 2;
    result->terms[0] = term_of("slope", curve->unit, &line.slope, confidence);
    result->terms[1] = term_of("intercept", curve->unit, &line.intercept, confidence);
    result->words = fit_in_words(arena, curve, &line);
    if (lacks)
        result->words = arena_printf(arena, "%s; %s", result->words, lacks);
}
