// Names of cells, and estimates in words.
#include "report/wording/estimates.h"

#include "analysis/estimate/summary_statistics.h"
#include "model/better.h"
#include "model/level.h"
#include "model/phase.h"
#include "model/verdict.h"
#include "report/wording/numbers.h"
#include "spec/values.h"

#include <math.h>
#include <string.h>

const char *cell_name(struct arena *arena, const struct findings *findings, size_t cell)
{
    const struct catalogue *catalogue = &findings->catalogue;
    const char *name = catalogue->cells[cell].benchmark;
    for (size_t i = 0; i < catalogue->axis_count; i++)
        name = arena_printf(arena, "%s%s %s=%s", name, i ? "," : " ·", catalogue->axes[i],
                            catalogue->cells[cell].point[i]);
    return name;
}

// A cell has one scale for each unit: that of the largest mean. A metric with a far smaller mean
// has a scale of its own.
static struct scale scale_of_estimate(const struct findings *findings,
                                      const struct estimate *estimate)
{
    const struct cell_findings *cell = &findings->cells[estimate->cell];
    const struct stored_metric *metrics = findings->catalogue.metrics;
    const char *unit = metrics[estimate->metric].unit;
    double all = 0, own = 0;
    for (size_t i = 0; i < cell->estimate_count; i++) {
        double mean = fabs(cell->estimates[i].components.mean);
        if (strcmp(metrics[cell->estimates[i].metric].unit, unit) == 0)
            all = fmax(all, mean);
        if (cell->estimates[i].metric == estimate->metric)
            own = fmax(own, mean);
    }
    return scale_of(unit, own < all / 1000 ? own : all);
}

static int decimals_of_estimate(const struct estimate *estimate, double factor)
{
    double half = estimate->range.half_width * factor;
    if (estimate->range.known && half > 0)
        return decimals_for(half, 2);
    return decimals_for(fabs(estimate->value * factor), 4);
}

const char *value_wording(struct arena *arena, const struct findings *findings,
                          const struct estimate *estimate)
{
    struct scale scale = scale_of_estimate(findings, estimate);
    int decimals = decimals_of_estimate(estimate, scale.factor);
    const struct interval *range = &estimate->range;
    if (!estimate->defined)
        return "none";
    const char *value = fixed_number(arena, estimate->value * scale.factor, decimals);
    if (range->known && !interval_has_low(estimate, range))
        return at_most_wording(
            arena, value, fixed_number(arena, range->high * scale.factor, decimals), scale.unit);
    if (range->known && is_mean(estimate))
        value = arena_printf(arena, "%s ± %s", value,
                             fixed_number(arena, range->half_width * scale.factor, decimals));
    else if (range->known)
        value = arena_printf(arena, "%s [%s, %s]", value,
                             fixed_number(arena, range->low * scale.factor, decimals),
                             fixed_number(arena, range->high * scale.factor, decimals));
    return with_unit(arena, value, scale.unit);
}

const char *quantity_wording(struct arena *arena, const struct findings *findings,
                             const struct estimate *estimate, double value)
{
    struct scale scale = scale_of_estimate(findings, estimate);
    int decimals = decimals_of_estimate(estimate, scale.factor);
    return with_unit(arena, fixed_number(arena, value * scale.factor, decimals), scale.unit);
}

bool shows_pilot(const struct findings *findings)
{
    for (size_t i = 0; i < findings->catalogue.cell_count; i++)
        if (findings->cells[i].measured && findings->cells[i].phase == PHASE_PILOT)
            return true;
    return false;
}

const char *full_table(const struct findings *findings, const char *file)
{
    return *findings->seed ? file : "--json";
}

enum level top_level(const struct estimate *estimate)
{
    return estimate->level[estimate->components.levels - 1];
}
