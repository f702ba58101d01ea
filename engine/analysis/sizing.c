// What the pilot of one cell says: variances, costs, bounds, and KJ's closed forms.
#include "analysis/sizing.h"

#include "analysis/dimensioning.h"
#include "analysis/series.h"
#include "analysis/warmup.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static const double COST_LEAST_S = 1e-9; // a level that costs nothing measurable

// The quantile of χ²; where GSL's search fails, Wilson and Hilferty's approximation, good to 1e-4
// for the many degrees of freedom at which that happens.
static double chi_squared_quantile(double probability, double freedom)
{
    double exact = gsl_cdf_chisq_Pinv(probability, freedom);
    if (isfinite(exact) && exact > 0)
        return exact;
    double spread = 2 / (9 * freedom);
    return freedom * pow(1 - spread + gsl_cdf_ugaussian_Pinv(probability) * sqrt(spread), 3);
}

// The upper limit at the assurance asked for, in place of T_i²: S_i² is the part that was
// estimated, with (r_i - 1)·∏ r_k above it degrees of freedom.
static void raise_T2(const struct components *components, double assurance, struct components *up)
{
    double units = 1;
    *up = *components;
    for (int i = components->levels - 1; i >= 0; i--) {
        double r = components->repetitions[i], freedom = (r - 1) * units;
        units *= r;
        if (components->known[i] && freedom > 0)
            up->T2[i] +=
                components->S2[i] * (freedom / chi_squared_quantile(1 - assurance, freedom) - 1);
    }
}

// Where all that was first is not to be had here, rare events are what there is.
static bool is_sized(const struct sizing *sizing, const struct series_entry *series)
{
    const struct catalogue *catalogue = sizing->catalogue;
    bool any = false;
    for (size_t i = 0; i < catalogue->series_count; i++)
        any = any || (catalogue->series[i].cell == sizing->cell &&
                      metric_is_sized(&catalogue->metrics[catalogue->series[i].metric]));
    const struct stored_metric *metric = &catalogue->metrics[series->metric];
    return any ? metric_is_sized(metric) : !metric->extra;
}

bool sizing_read(struct sizing *sizing, struct arena *arena, struct error *error)
{
    const struct catalogue *catalogue = sizing->catalogue;
    if (!warmup_slice(sizing->store, catalogue, sizing->cell, &sizing->slice, &sizing->steady,
                      error))
        return false;
    sizing->pilots = arena_new_array(arena, struct estimate, catalogue->series_count);
    for (size_t i = 0; i < catalogue->series_count; i++) {
        struct series_entry series = catalogue->series[i];
        if (series.cell != sizing->cell || series.phase != PHASE_PILOT ||
            !is_sized(sizing, &series))
            continue;
        series.machines = 1; // blocks are dimensioned, wherever they run
        struct estimate *pilot = &sizing->pilots[sizing->count];
        if (!series_components(sizing->store, catalogue, &series, &sizing->slice,
                               sizing->spec->repeat.confidence, pilot, error))
            return false;
        sizing->count += pilot->components.top_units > 0;
    }
    return true;
}

static void set_levels(struct sizing *sizing)
{
    const struct estimate *deepest = &sizing->pilots[0];
    for (size_t i = 1; i < sizing->count; i++)
        if (sizing->pilots[i].components.levels > deepest->components.levels)
            deepest = &sizing->pilots[i];
    sizing->levels = deepest->components.levels;
    for (int i = 0; i < sizing->levels; i++)
        sizing->level[i] = deepest->level[i];
}

static void set_series(struct sizing *sizing, struct arena *arena)
{
    double assurance = sizing->spec->repeat.assurance;
    sizing->series = arena_new_array(arena, struct series, sizing->count);
    for (size_t i = 0; i < sizing->count; i++) {
        struct components components = sizing->pilots[i].components;
        if (assurance > 0.5)
            raise_T2(&sizing->pilots[i].components, assurance, &components);
        sizing->series[i] = series_of(&components, sizing->levels);
    }
}

bool sizing_paced(const struct sizing *sizing)
{
    return sizing->catalogue->cells[sizing->cell].paced;
}

bool sizing_takes_one(const struct sizing *sizing)
{
    return sizing_paced(sizing) && sizing->slice.count == 1;
}

bool sizing_is_blind(const struct sizing *sizing)
{
    for (size_t i = 0; i < sizing->count; i++) {
        if (sizing->pilots[i].components.top_units < 2)
            return true;
    }
    return false;
}

// What one more repetition of a level costs one variant. Where iterations cannot be chosen, or are
// no level, an execution costs all its time.
static double cost_of(const struct sizing *sizing, const struct level_costs *costs,
                      enum level level)
{
    bool one = sizing_takes_one(sizing);
    bool iterates = sizing_paced(sizing) && (one || sizing->level[0] == LEVEL_ITERATION);
    double before = (double)(sizing->slice.first + one); // what an execution's first cost
    switch (level) {
    case LEVEL_ITERATION:
        return iterates ? costs->iteration_s : 0;
    case LEVEL_EXECUTION:
        return iterates ? costs->execution_s + before * costs->iteration_s : costs->seconds;
    case LEVEL_BUILD:
    case LEVEL_MACHINE:
        break;
    }
    return costs->build_s;
}

static bool set_costs(struct sizing *sizing, struct arena *arena, struct error *error)
{
    size_t variants = sizing->catalogue->variant_count;
    sizing->measured = arena_new_array(arena, struct level_costs, variants);
    sizing->cost = arena_array(arena, variants, sizeof *sizing->cost);
    for (size_t v = 0; v < variants; v++) {
        struct level_costs *costs = &sizing->measured[v];
        if (!store_costs(sizing->store, sizing->cell, v, costs, error))
            return false;
        for (int i = 0; i < sizing->levels; i++) {
            sizing->cost[v][i] = fmax(cost_of(sizing, costs, sizing->level[i]), COST_LEAST_S);
            sizing->request.cost[i] += costs->executions > 0 ? sizing->cost[v][i] : 0;
        }
    }
    return true;
}

static size_t fixed_by_file(const struct sizing *sizing, enum level level)
{
    return sizing->spec->repeat.real[level - LEVEL_ITERATION];
}

static size_t most_of(const struct sizing *sizing, enum level level, bool top)
{
    bool quick = sizing->spec->quick;
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
    return quick ? QUICK_BUILDS_MOST : BUILDS_MOST;
}

// Of what cannot be chosen, as the pilot had it: the fewest of any series.
static size_t iterations_yielded(const struct sizing *sizing)
{
    double fewest = INFINITY;
    for (size_t i = 0; i < sizing->count; i++) {
        if (sizing->pilots[i].level[0] == LEVEL_ITERATION)
            fewest = fmin(fewest, sizing->pilots[i].components.repetitions[0]);
    }
    return fewest >= 1 && isfinite(fewest) ? (size_t)fewest : 1;
}

static void set_bounds(struct sizing *sizing)
{
    struct dimension_request *request = &sizing->request;
    for (int i = 0; i < sizing->levels; i++) {
        bool top = i == sizing->levels - 1;
        size_t fixed = fixed_by_file(sizing, sizing->level[i]);
        if (sizing->level[i] == LEVEL_ITERATION && !sizing_paced(sizing))
            fixed = iterations_yielded(sizing);
        request->least[i] = fixed ? fixed : top ? TOP_UNITS_LEAST : 1;
        request->most[i] = fixed ? fixed : most_of(sizing, sizing->level[i], top);
    }
}

static void set_request(struct sizing *sizing)
{
    const struct repeat *repeat = &sizing->spec->repeat;
    sizing->request.levels = sizing->levels;
    sizing->request.precision = repeat->precision;
    sizing->request.confidence = repeat->confidence;
    sizing->request.series = sizing->series;
    sizing->request.series_count = sizing->count;
    set_bounds(sizing);
}

// KJ's formula for every series on its own; its r_n is the smallest that keeps the precision.
static void solve_closed_forms(struct sizing *sizing, struct arena *arena)
{
    int top = sizing->levels - 1;
    sizing->closed = arena_array(arena, sizing->count, sizeof *sizing->closed);
    for (size_t i = 0; i < sizing->count; i++) {
        struct dimension_request own = sizing->request;
        struct series measured = series_of(&sizing->pilots[i].components, sizing->levels);
        own.series = &measured;
        own.series_count = 1;
        own.least[top] = TOP_UNITS_LEAST;
        own.most[top] = BUILDS_MOST;
        bool met = closed_form(sizing->levels, sizing->cost[sizing->pilots[i].variant], measured.T2,
                               sizing->closed[i]) &&
                   set_top_repetitions(&own, sizing->closed[i]);
        if (!met)
            sizing->closed[i][top] = 0;
    }
}

bool sizing_prepare(struct sizing *sizing, struct arena *arena, struct error *error)
{
    set_levels(sizing);
    set_series(sizing, arena);
    if (!set_costs(sizing, arena, error))
        return false;
    set_request(sizing);
    solve_closed_forms(sizing, arena);
    return true;
}
