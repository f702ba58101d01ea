// Reading the variances, costs and bounds of one cell from its pilot, and solving closed forms.
#include "analysis/pilot/variances.h"

#include "analysis/diagnostics/warmup.h"
#include "analysis/estimate/estimates.h"
#include "analysis/estimate/series.h"
#include "analysis/pilot/dimensioning.h"
#include "analysis/pilot/pilot_length.h"
#include "analysis/pilot/sized_series.h"
#include "model/level.h"
#include "model/phase.h"
#include "run/suite.h"
#include "spec/target.h"
#include "store/facts.h"

#include <math.h>
#include <stdlib.h>

static const double COST_LEAST_S = 1e-9; // of a level whose cost is too small to measure

// Of the metric that has the verdicts of a comparison.
static bool is_of_first(const struct pilot_variances *pilot, const struct series_entry *series)
{
    const char *name = pilot->catalogue->metrics[series->metric].name, *metric;
    return text_equal(suite_metric_parts(name, &metric) ? metric : name,
                      pilot->spec->meters[0]->name);
}

// No other metric decides how often a comparison measures.
static bool is_judged(const struct pilot_variances *pilot, const struct series_entry *series)
{
    const struct catalogue *catalogue = pilot->catalogue;
    bool any = false;
    for (size_t i = 0; pilot->compares && i < catalogue->series_count; i++)
        any = any || (catalogue->series[i].cell == pilot->cell &&
                      is_of_first(pilot, &catalogue->series[i]));
    return !any || is_of_first(pilot, series);
}

// Whether the precision is asked for this series; rare events count where there is nothing else.
static bool is_sized(const struct pilot_variances *pilot, const struct series_entry *series)
{
    const struct catalogue *catalogue = pilot->catalogue;
    if (!is_judged(pilot, series))
        return false;
    bool any = false;
    for (size_t i = 0; i < catalogue->series_count; i++)
        any = any || (catalogue->series[i].cell == pilot->cell &&
                      metric_is_sized(&catalogue->metrics[catalogue->series[i].metric]));
    const struct stored_metric *metric = &catalogue->metrics[series->metric];
    return any ? metric_is_sized(metric) : !metric->extra;
}

// No number of builds gives an empty benchmark a verdict.
static void leave_out_empty(struct pilot_variances *pilot)
{
    size_t kept = 0;
    for (size_t i = 0; i < pilot->count; i++)
        if (!is_below_grain(pilot->catalogue, &pilot->pilots[i]))
            pilot->pilots[kept++] = pilot->pilots[i];
    pilot->count = kept ? kept : pilot->count;
}

bool pilot_variances_read(struct pilot_variances *pilot, struct arena *arena, struct error *error)
{
    const struct catalogue *catalogue = pilot->catalogue;
    if (!warmup_slice(pilot->store, catalogue, pilot->cell, &pilot->slice, &pilot->steady, error))
        return false;
    pilot->compares = store_get(pilot->store, arena, FACT_COMPARE_THRESHOLD);
    pilot->pilots = arena_new_array(arena, struct estimate, catalogue->series_count);
    for (size_t i = 0; i < catalogue->series_count; i++) {
        struct series_entry series = catalogue->series[i];
        if (series.cell != pilot->cell || series.phase != PHASE_PILOT || !is_sized(pilot, &series))
            continue;
        series.machines = 1; // dimensioning counts blocks on any machine
        struct estimate *estimate = &pilot->pilots[pilot->count];
        if (!series_components(arena, pilot->store, catalogue, &series, &pilot->slice,
                               pilot->spec->repeat.confidence, NULL, estimate, error))
            return false;
        pilot->count += estimate->components.top_units > 0;
    }
    leave_out_empty(pilot);
    return true;
}

static void set_levels(struct pilot_variances *pilot)
{
    const struct estimate *deepest = &pilot->pilots[0];
    for (size_t i = 1; i < pilot->count; i++)
        if (pilot->pilots[i].components.levels > deepest->components.levels)
            deepest = &pilot->pilots[i];
    pilot->levels = deepest->components.levels;
    for (int i = 0; i < pilot->levels; i++)
        pilot->level[i] = deepest->level[i];
}

bool pilot_variances_paced(const struct pilot_variances *pilot)
{
    return pilot->catalogue->cells[pilot->cell].paced;
}

bool pilot_variances_one_iteration(const struct pilot_variances *pilot)
{
    return pilot_variances_paced(pilot) && pilot->slice.count == 1;
}

bool pilot_variances_too_few_units(const struct pilot_variances *pilot)
{
    for (size_t i = 0; i < pilot->count; i++) {
        if (pilot->pilots[i].components.top_units < 2)
            return true;
    }
    return false;
}

// The cost of one more repetition of a level of one variant. If iterations cannot be chosen or are
// no level, an execution costs its whole time.
static double cost_of(const struct pilot_variances *pilot, const struct level_costs *costs,
                      enum level level)
{
    bool one = pilot_variances_one_iteration(pilot);
    bool iterates = pilot_variances_paced(pilot) && (one || pilot->level[0] == LEVEL_ITERATION);
    double included = (double)(pilot->slice.first + one); // iterations in the cost of an execution
    switch (level) {
    case LEVEL_ITERATION:
        return iterates ? costs->iteration_s : 0;
    case LEVEL_EXECUTION:
        return iterates ? costs->execution_s + included * costs->iteration_s : costs->seconds;
    case LEVEL_BUILD:
    case LEVEL_MACHINE:
        break;
    }
    return costs->build_s;
}

static bool set_costs(struct pilot_variances *pilot, struct arena *arena, struct error *error)
{
    size_t variants = pilot->catalogue->variant_count;
    pilot->measured = arena_new_array(arena, struct level_costs, variants);
    pilot->cost = arena_array(arena, variants, sizeof *pilot->cost);
    for (size_t v = 0; v < variants; v++) {
        struct level_costs *costs = &pilot->measured[v];
        if (!store_costs(pilot->store, pilot->cell, v, PHASE_PILOT, costs, error))
            return false;
        for (int i = 0; i < pilot->levels; i++) {
            pilot->cost[v][i] = fmax(cost_of(pilot, costs, pilot->level[i]), COST_LEAST_S);
            pilot->request.cost[i] += costs->executions > 0 ? pilot->cost[v][i] : 0;
        }
    }
    return true;
}

static size_t fixed_by_file(const struct pilot_variances *pilot, enum level level)
{
    return pilot->spec->repeat.real[level - LEVEL_ITERATION];
}

// Whether layouts change none of the values.
static bool all_exact(const struct pilot_variances *pilot)
{
    bool exact = pilot->count > 0;
    for (size_t i = 0; i < pilot->count; i++)
        exact = exact && pilot->pilots[i].components.exact;
    return exact;
}

static size_t top_least(const struct pilot_variances *pilot, struct arena *arena)
{
    if (all_exact(pilot))
        return EXACT_TOP_LEAST;
    const char *ended = store_get(pilot->store, arena, FACT_PILOT_BLOCKS);
    size_t blocks = ended ? strtoull(ended, NULL, 10) : 0;
    return pilot->spec->quick ? QUICK_TOP_LEAST
                              : real_least_after(blocks, sizes_ratios(pilot->spec));
}

static size_t most_of(const struct pilot_variances *pilot, enum level level, bool top)
{
    bool quick = pilot->spec->quick;
    switch (level) {
    case LEVEL_ITERATION:
        return quick ? QUICK_ITERATIONS_MOST : ITERATIONS_MOST;
    case LEVEL_EXECUTION:
        if (top)
            return quick ? QUICK_TOP_EXECUTIONS_MOST : BUILDS_MOST;
        return quick ? QUICK_EXECUTIONS_MOST : EXECUTIONS_MOST;
    case LEVEL_BUILD:
    case LEVEL_MACHINE:
        break;
    }
    bool built = target_is_built(&pilot->spec->cells[pilot->cell].targets[0]);
    return !quick ? BUILDS_MOST : built ? QUICK_BUILDS_MOST : QUICK_TOP_EXECUTIONS_MOST;
}

// The iterations of an execution that the file cannot choose: the fewest of any series in the
// pilot.
static size_t iterations_yielded(const struct pilot_variances *pilot)
{
    double fewest = INFINITY;
    for (size_t i = 0; i < pilot->count; i++) {
        if (pilot->pilots[i].level[0] == LEVEL_ITERATION)
            fewest = fmin(fewest, pilot->pilots[i].components.repetitions[0]);
    }
    return fewest >= 1 && isfinite(fewest) ? (size_t)fewest : 1;
}

static void set_bounds(struct pilot_variances *pilot)
{
    struct dimension_request *request = &pilot->request;
    for (int i = 0; i < pilot->levels; i++) {
        bool top = i == pilot->levels - 1;
        size_t fixed = fixed_by_file(pilot, pilot->level[i]);
        if (pilot->level[i] == LEVEL_ITERATION && !pilot_variances_paced(pilot))
            fixed = iterations_yielded(pilot);
        request->least[i] = fixed ? fixed : top ? pilot->top_least : 1;
        request->most[i] = fixed ? fixed : most_of(pilot, pilot->level[i], top);
    }
}

// The file's or, if that is narrower, what decides the comparison.
static double precision_of(const struct pilot_variances *pilot, struct arena *arena)
{
    const char *deciding = store_get(pilot->store, arena, FACT_COMPARE_HALF_WIDTH);
    double precision = pilot->spec->repeat.precision;
    return deciding ? fmin(precision, strtod(deciding, NULL)) : precision;
}

static void set_request(struct pilot_variances *pilot, struct arena *arena)
{
    pilot->request.levels = pilot->levels;
    pilot->request.precision = precision_of(pilot, arena);
    pilot->request.confidence = sized_confidence(pilot->spec, pilot->catalogue);
    pilot->request.series = pilot->series;
    pilot->request.series_count = pilot->series_count;
    set_bounds(pilot);
}

// The closed form of every series on its own; r_n is the smallest count that keeps the precision.
static void solve_closed_forms(struct pilot_variances *pilot, struct arena *arena)
{
    int top = pilot->levels - 1;
    pilot->closed = arena_array(arena, pilot->count, sizeof *pilot->closed);
    for (size_t i = 0; i < pilot->count; i++) {
        struct dimension_request own = pilot->request;
        struct series measured = series_of(&pilot->pilots[i].components, pilot->levels);
        own.confidence = pilot->spec->repeat.confidence;
        own.series = &measured;
        own.series_count = 1;
        own.least[top] = pilot->top_least;
        own.most[top] = BUILDS_MOST;
        bool met = closed_form(pilot->levels, pilot->cost[pilot->pilots[i].variant], measured.T2,
                               pilot->closed[i]) &&
                   set_top_repetitions(&own, pilot->closed[i]);
        if (!met)
            pilot->closed[i][top] = 0;
    }
}

bool pilot_variances_prepare(struct pilot_variances *pilot, struct arena *arena,
                             struct error *error)
{
    set_levels(pilot);
    sized_series(pilot, arena);
    if (!set_costs(pilot, arena, error))
        return false;
    pilot->top_least = top_least(pilot, arena);
    set_request(pilot, arena);
    solve_closed_forms(pilot, arena);
    return true;
}
