// Fitting a straight line to a quantity over an axis.
#include "analysis/derive/internal.h"

#include "analysis/estimate/dependence_wording.h"
#include "base/text.h"
#include "stats/curve/line_fit.h"

#include <math.h>

// The blocks of all points, each once, in order.
static const char **blocks_of(struct arena *arena, const struct derived_curve *curve, size_t *count)
{
    size_t most = 0, found = 0;
    for (size_t i = 0; i < curve->count; i++)
        most += curve->points[i]->block_count;
    const char **blocks = arena_new_array(arena, const char *, most);
    for (size_t i = 0; i < curve->count; i++)
        for (size_t b = 0; b < curve->points[i]->block_count; b++)
            blocks[found++] = curve->points[i]->blocks[b];
    *count = names_once(blocks, found);
    return blocks;
}

static struct line fit_line(const struct derived_curve *curve, double confidence)
{
    struct arena scratch = {0};
    struct line_points points = {
        .places = curve->places, .means = curve->numbers, .count = curve->count};
    const char **blocks = blocks_of(&scratch, curve, &points.blocks);
    double *without = arena_new_array(&scratch, double, points.blocks *points.count);
    for (size_t i = 0; i < points.count; i++) {
        const struct derived_point *point = curve->points[i];
        for (size_t b = 0; b < points.blocks; b++)
            without[b * points.count + i] = point->number.value;
        for (size_t b = 0; b < point->block_count; b++) {
            size_t at = name_place(blocks, points.blocks, point->blocks[b]);
            without[at * points.count + i] = point->without[b];
        }
    }
    points.without = without;
    struct line line = line_through(&points, confidence);
    arena_release(&scratch);
    return line;
}

static struct derived_term term_of(const char *name, const char *unit,
                                   const struct value_with_error *number,
                                   const struct dependence *dependence, double confidence)
{
    struct derived_term term = {.name = name,
                                .unit = unit,
                                .value = number->value,
                                .bounded = number->df > 0,
                                .df = number->df,
                                .effective = dependence->effective};
    standard_error_limits(number, confidence, &term.low, &term.high);
    return term;
}

static const char *fit_wording(struct arena *arena, const struct derived_curve *curve,
                               const struct line *line)
{
    const char *farthest = arena_printf(arena, "(farthest: %+.1f %% at %s=%s)",
                                        fabs(line->off) < 0.0005 ? 0 : 100 * line->off, curve->axis,
                                        curve->values[line->farthest]);
    if (curve->count == 2)
        return "two points: they cannot show whether it is a line";
    switch (line->fit) {
    case LINE_FITS:
        return arena_printf(arena, "%zu points lie on it within their noise %s", curve->count,
                            farthest);
    case LINE_MISSES:
        return arena_printf(arena,
                            "%zu of %zu points lie off it by more than their noise %s: it is no "
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
    struct line line = fit_line(curve, confidence);
    const char *lacks = curve->missing
                            ? arena_printf(arena, "%s missing (%s)",
                                           text_counted(arena, curve->missing, "point"), curve->why)
                            : NULL;
    if (!line.defined) {
        result->words = lacks ? arena_printf(arena, "a line needs two points: %s", lacks)
                              : "a line needs two points";
        return;
    }
    result->terms = arena_new_array(arena, struct derived_term, 2);
    result->term_count = 2;
    result->terms[0] =
        term_of("slope", curve->unit, &line.slope, &line.slope_dependence, confidence);
    result->terms[1] =
        term_of("intercept", curve->unit, &line.intercept, &line.intercept_dependence, confidence);
    result->words = fit_wording(arena, curve, &line);
    if (lacks)
        result->words = arena_printf(arena, "%s; %s", result->words, lacks);
    if (line.slope_dependence.found)
        result->words = arena_printf(arena, "%s; %s", result->words,
                                     dependence_wording(arena, &line.slope_dependence, "block"));
}
