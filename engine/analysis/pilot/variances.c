// What the pilot of one cell says: variances, costs, bounds, and KJ's closed forms.
#include "analysis/pilot/variances.h"

#include "analysis/diagnostics/warmup.h"
#include "analysis/estimate/series.h"
#include "analysis/pilot/dimensioning.h"
#include "model/level.h"
#include "model/phase.h"

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
static bool is_sized(const struct pilot_variances *pilot_variances,
                     const struct series_entry *series)
{
    const struct catalogue *catalogue = pilot_variances->catalogue;
    bool any = false;
    for (size_t i = 0; i < catalogue->series_count; i++)
        any = any || (catalogue->series[i].cell == pilot_variances->cell &&
                      metric_is_sized(&catalogue->metrics[catalogue->series[i].metric]));
    const struct stored_metric *metric = &catalogue->metrics[series->metric];
    return any ? metric_is_sized(metric) : !metric->extra;
}

bool pilot_variances_read(struct pilot_variances *pilot_variances, struct arena *arena,
                          struct error *error)
{
    const struct catalogue *catalogue = pilot_variances->catalogue;
    if (!warmup_slice(pilot_variances->store, catalogue, pilot_variances->cell,
                      &pilot_variances->slice, &pilot_variances->steady, error))
        return false;
    pilot_variances->pilots = arena_new_array(arena, struct estimate, catalogue->series_count);
    for (size_t i = 0; i < catalogue->series_count; i++) {
        struct series_entry series = catalogue->series[i];
        if (series.cell != pilot_variances->cell || series.phase != PHASE_PILOT ||
            !is_sized(pilot_variances, &series))
            continue;
        series.machines = 1; // blocks are dimensioned, wherever they run
        struct estimate *pilot = &pilot_variances->pilots[pilot_variances->count];
        if (!series_components(pilot_variances->store, catalogue, &series, &pilot_variances->slice,
                               pilot_variances->spec->repeat.confidence, pilot, error))
            return false;
        pilot_variances->count += pilot->components.top_units > 0;
    }
    return true;
}

static void set_levels(struct pilot_variances *pilot_variances)
{
    const struct estimate *deepest = &pilot_variances->pilots[0];
    for (size_t i = 1; i < pilot_variances->count; i++)
        if (pilot_variances->pilots[i].components.levels > deepest->components.levels)
            deepest = &pilot_variances->pilots[i];
    pilot_variances->levels = deepest->components.levels;
    for (int i = 0; i < pilot_variances->levels; i++)
        pilot_variances->level[i] = deepest->level[i];
}

static void set_series(struct pilot_variances *pilot_variances, struct arena *arena)
{
    double assurance = pilot_variances->spec->repeat.assurance;
    pilot_variances->series = arena_new_array(arena, struct series, pilot_variances->count);
    for (size_t i = 0; i < pilot_variances->count; i++) {
        struct components components = pilot_variances->pilots[i].components;
        if (assurance > 0.5)
            raise_T2(&pilot_variances->pilots[i].components, assurance, &components);
        pilot_variances->series[i] = series_of(&components, pilot_variances->levels);
    }
}

bool pilot_variances_paced(const struct pilot_variances *pilot_variances)
{
    return pilot_variances->catalogue->cells[pilot_variances->cell].paced;
}

bool pilot_variances_takes_one(const struct pilot_variances *pilot_variances)
{
    return pilot_variances_paced(pilot_variances) && pilot_variances->slice.count == 1;
}

bool pilot_variances_is_blind(const struct pilot_variances *pilot_variances)
{
    for (size_t i = 0; i < pilot_variances->count; i++) {
        if (pilot_variances->pilots[i].components.top_units < 2)
            return true;
    }
    return false;
}

// What one more repetition of a level costs one variant. Where iterations cannot be chosen, or are
// no level, an execution costs all its time.
static double cost_of(const struct pilot_variances *pilot_variances,
                      const struct level_costs *costs, enum level level)
{
    bool one = pilot_variances_takes_one(pilot_variances);
    bool iterates = pilot_variances_paced(pilot_variances) &&
                    (one || pilot_variances->level[0] == LEVEL_ITERATION);
    double before = (double)(pilot_variances->slice.first + one); // what an execution's first cost
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

static bool set_costs(struct pilot_variances *pilot_variances, struct arena *arena,
                      struct error *error)
{
    size_t variants = pilot_variances->catalogue->variant_count;
    pilot_variances->measured = arena_new_array(arena, struct level_costs, variants);
    pilot_variances->cost = arena_array(arena, variants, sizeof *pilot_variances->cost);
    for (size_t v = 0; v < variants; v++) {
        struct level_costs *costs = &pilot_variances->measured[v];
        if (!store_costs(pilot_variances->store, pilot_variances->cell, v, costs, error))
            return false;
        for (int i = 0; i < pilot_variances->levels; i++) {
            pilot_variances->cost[v][i] =
                fmax(cost_of(pilot_variances, costs, pilot_variances->level[i]), COST_LEAST_S);
            pilot_variances->request.cost[i] +=
                costs->executions > 0 ? pilot_variances->cost[v][i] : 0;
        }
    }
    return true;
}

static size_t fixed_by_file(const struct pilot_variances *pilot_variances, enum level level)
{
    return pilot_variances->spec->repeat.real[level - LEVEL_ITERATION];
}

static size_t most_of(const struct pilot_variances *pilot_variances, enum level level, bool top)
{
    bool quick = pilot_variances->spec->quick;
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
static size_t iterations_yielded(const struct pilot_variances *pilot_variances)
{
    double fewest = INFINITY;
    for (size_t i = 0; i < pilot_variances->count; i++) {
        if (pilot_variances->pilots[i].level[0] == LEVEL_ITERATION)
            fewest = fmin(fewest, pilot_variances->pilots[i].components.repetitions[0]);
    }
    return fewest >= 1 && isfinite(fewest) ? (size_t)fewest : 1;
}

static void set_bounds(struct pilot_variances *pilot_variances)
{
    struct dimension_request *request = &pilot_variances->request;
    for (int i = 0; i < pilot_variances->levels; i++) {
        bool top = i == pilot_variances->levels - 1;
        size_t fixed = fixed_by_file(pilot_variances, pilot_variances->level[i]);
        if (pilot_variances->level[i] == LEVEL_ITERATION && !pilot_variances_paced(pilot_variances))
            fixed = iterations_yielded(pilot_variances);
        request->least[i] = fixed ? fixed : top ? TOP_UNITS_LEAST : 1;
        request->most[i] = fixed ? fixed : most_of(pilot_variances, pilot_variances->level[i], top);
    }
}

static void set_request(struct pilot_variances *pilot_variances)
{
    const struct repeat *repeat = &pilot_variances->spec->repeat;
    pilot_variances->request.levels = pilot_variances->levels;
    pilot_variances->request.precision = repeat->precision;
    pilot_variances->request.confidence = repeat->confidence;
    pilot_variances->request.series = pilot_variances->series;
    pilot_variances->request.series_count = pilot_variances->count;
    set_bounds(pilot_variances);
}

// KJ's formula for every series on its own; its r_n is the smallest that keeps the precision.
static void solve_closed_forms(struct pilot_variances *pilot_variances, struct arena *arena)
{
    int top = pilot_variances->levels - 1;
    pilot_variances->closed =
        arena_array(arena, pilot_variances->count, sizeof *pilot_variances->closed);
    for (size_t i = 0; i < pilot_variances->count; i++) {
        struct dimension_request own = pilot_variances->request;
        struct series measured =
            series_of(&pilot_variances->pilots[i].components, pilot_variances->levels);
        own.series = &measured;
        own.series_count = 1;
        own.least[top] = TOP_UNITS_LEAST;
        own.most[top] = BUILDS_MOST;
        bool met = closed_form(pilot_variances->levels,
                               pilot_variances->cost[pilot_variances->pilots[i].variant],
                               measured.T2, pilot_variances->closed[i]) &&
                   set_top_repetitions(&own, pilot_variances->closed[i]);
        if (!met)
            pilot_variances->closed[i][top] = 0;
    }
}

bool pilot_variances_prepare(struct pilot_variances *pilot_variances, struct arena *arena,
                             struct error *error)
{
    set_levels(pilot_variances);
    set_series(pilot_variances, arena);
    if (!set_costs(pilot_variances, arena, error))
        return false;
    set_request(pilot_variances);
    solve_closed_forms(pilot_variances, arena);
    return true;
}
