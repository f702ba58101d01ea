// Dimensioning a cell: its pilot's variances and costs, the search or the closed form.
#include "analysis/dimensioning.h"

#include "analysis/series.h"
#include "analysis/warmup.h"
#include "plan/levels.h"
#include "stats/dimensioning.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static const double COST_LEAST_S = 1e-9; // a level that costs nothing measurable

// One cell on its way; everything lives in the scratch arena of the cell.
struct sizing {
    struct store *store;
    const struct spec *spec;
    const struct catalogue *catalogue;
    size_t cell;
    bool steady;
    struct slice slice;
    int levels;
    enum level level[LEVELS_MAX];
    struct level_costs *measured;  // by variant
    struct estimate *pilots;       // one per series
    struct series *series;         // the same, as the search reads them
    size_t count;
    double (*cost)[LEVELS_MAX];    // by variant
    size_t (*closed)[LEVELS_MAX];  // by series; 0: no answer
    struct dimension_request request;
};

// The upper limit at the assurance asked for, in place of T_i²: S_i² is the part that was estimated,
// with (r_i - 1)·∏ r_k above it degrees of freedom.
static void raise_T2(const struct components *components, double assurance, struct components *up)
{
    double units = 1;
    *up = *components;
    for (int i = components->levels - 1; i >= 0; i--) {
        double r = components->repetitions[i], freedom = (r - 1) * units;
        units *= r;
        if (components->known[i] && freedom > 0)
            up->T2[i] += components->S2[i] *
                         (freedom / gsl_cdf_chisq_Pinv(1 - assurance, freedom) - 1);
    }
}

static bool read_pilots(struct sizing *sizing, struct arena *arena, struct error *error)
{
    const struct catalogue *catalogue = sizing->catalogue;
    sizing->pilots = arena_new_array(arena, struct estimate, catalogue->series_count);
    for (size_t i = 0; i < catalogue->series_count; i++) {
        struct series_entry series = catalogue->series[i];
        if (series.cell != sizing->cell || series.phase != PHASE_PILOT)
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

static bool paced(const struct sizing *sizing)
{
    return sizing->catalogue->cells[sizing->cell].paced;
}

// What one more repetition of a level costs one variant. Where iterations cannot be chosen, or are
// no level, an execution costs all its time.
static double cost_of(const struct sizing *sizing, const struct level_costs *costs, enum level level)
{
    bool iterates = paced(sizing) && sizing->level[0] == LEVEL_ITERATION;
    switch (level) {
    case LEVEL_ITERATION:
        return iterates ? costs->iteration_s : 0;
    case LEVEL_EXECUTION:
        return iterates
                   ? costs->execution_s + (double)sizing->slice.first * costs->iteration_s
                   : costs->seconds;
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

static void set_bounds(struct sizing *sizing)
{
    struct dimension_request *request = &sizing->request;
    for (int i = 0; i < sizing->levels; i++) {
        bool top = i == sizing->levels - 1;
        size_t fixed = fixed_by_file(sizing, sizing->level[i]);
        if (sizing->level[i] == LEVEL_ITERATION && !paced(sizing))
            fixed = (size_t)fmax(1, round(sizing->pilots[0].components.repetitions[0]));
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
        own.series = &sizing->series[i];
        own.series_count = 1;
        own.least[top] = TOP_UNITS_LEAST;
        own.most[top] = BUILDS_MOST;
        bool met = closed_form(sizing->levels, sizing->cost[sizing->pilots[i].variant],
                               sizing->series[i].T2, sizing->closed[i]) &&
                   set_top_repetitions(&own, sizing->closed[i]);
        if (!met)
            sizing->closed[i][top] = 0;
    }
}

// The largest count that any series' closed form asks for, within the bounds.
static struct allocation use_closed_forms(const struct sizing *sizing)
{
    const struct dimension_request *request = &sizing->request;
    struct allocation allocation = {0};
    for (int i = 0; i < sizing->levels; i++) {
        size_t most = request->least[i];
        for (size_t k = 0; k < sizing->count; k++)
            most = sizing->closed[k][i] > most ? sizing->closed[k][i] : most;
        allocation.repetitions[i] = most < request->most[i] ? most : request->most[i];
    }
    allocation.met = set_top_repetitions(request, allocation.repetitions);
    return allocation;
}

static double half_width_of(const struct sizing *sizing, const struct allocation *allocation)
{
    double widest = 0;
    for (size_t i = 0; i < sizing->count; i++)
        widest = fmax(widest, predicted_half_width(&sizing->series[i], sizing->levels,
                                                   allocation->repetitions,
                                                   sizing->spec->repeat.confidence));
    return widest;
}

static bool write_rows(const struct sizing *sizing, const struct allocation *allocation,
                       struct arena *arena, struct error *error)
{
    struct stored_dimension *rows =
        arena_new_array(arena, struct stored_dimension, sizing->count * LEVELS_MAX);
    size_t count = 0;
    for (size_t k = 0; k < sizing->count; k++) {
        const struct estimate *pilot = &sizing->pilots[k];
        int missing = sizing->levels - pilot->components.levels;
        for (int i = missing; i < sizing->levels; i++)
            rows[count++] = (struct stored_dimension){
                .variant = pilot->variant,
                .metric = sizing->catalogue->metrics[pilot->metric].name,
                .level = (int)sizing->level[i],
                .cost_s = sizing->cost[pilot->variant][i],
                .T2 = pilot->components.T2[i - missing],
                .closed_form = (double)sizing->closed[k][i],
                .used = allocation->repetitions[i],
            };
    }
    struct stored_dimensioning cell = {
        .cell = sizing->cell,
        .warmup = sizing->slice.first,
        .pilot_iterations = sizing->slice.count,
        .half_width = half_width_of(sizing, allocation),
        .cost_s = allocation_cost(sizing->levels, sizing->request.cost, allocation->repetitions),
        .rows = rows,
        .row_count = count,
    };
    return store_dimensioning(sizing->store, &cell, error);
}

static bool write_events(const struct sizing *sizing, const struct allocation *allocation,
                         struct arena *arena, struct error *error)
{
    const char *name = sizing->catalogue->cells[sizing->cell].benchmark;
    double precision = sizing->spec->repeat.precision * 100;
    const char *unmet = arena_printf(
        arena, "%s: ±%.3g %% is out of reach of what the file allows; ±%.2g %% is to be expected",
        name, precision, 100 * half_width_of(sizing, allocation));
    const char *unsteady =
        arena_printf(arena, "%s: most executions of the pilot came to no steady state", name);
    return (allocation->met || store_event(sizing->store, "precision", unmet, error)) &&
           (sizing->steady || store_event(sizing->store, "warm-up", unsteady, error));
}

static void set_repetitions(const struct sizing *sizing, const size_t counts[LEVELS_MAX],
                            struct repetitions *repetitions)
{
    repetitions->builds = counts[sizing->levels - 1];
    repetitions->executions = 1;
    repetitions->iterations = 0;
    for (int i = 0; i < sizing->levels - 1; i++) {
        if (sizing->level[i] == LEVEL_EXECUTION)
            repetitions->executions = counts[i];
        else if (paced(sizing))
            repetitions->iterations = counts[i];
    }
    const struct repeat *repeat = &sizing->spec->repeat;
    repetitions->warmup = repeat->warmup_auto ? sizing->slice.first : repeat->warmup;
}

static bool size_cell(struct sizing *sizing, struct arena *arena, struct repetitions *repetitions,
                      struct error *error)
{
    set_levels(sizing);
    set_series(sizing, arena);
    if (!set_costs(sizing, arena, error))
        return false;
    set_request(sizing);
    solve_closed_forms(sizing, arena);
    struct allocation allocation = sizing->spec->repeat.allocation == ALLOCATION_CLOSED_FORM
                                       ? use_closed_forms(sizing)
                                       : dimension_search(&sizing->request);
    set_repetitions(sizing, allocation.repetitions, repetitions);
    return write_rows(sizing, &allocation, arena, error) &&
           write_events(sizing, &allocation, arena, error);
}

// Without a pilot the file's own numbers hold, or nothing does.
static void use_file(const struct sizing *sizing, struct repetitions *repetitions)
{
    const struct spec *spec = sizing->spec;
    const struct cell *cell = &spec->cells[sizing->cell];
    const size_t *real = spec->repeat.real;
    bool builds = cell_has_builds(spec, cell), iterations = cell_has_iterations(spec, cell);
    bool fixed = real[1] && (real[0] || !iterations) && (real[2] || !builds);
    repetitions->builds = !fixed ? 0 : builds ? real[2] : real[1];
    repetitions->executions = builds ? real[1] : 1;
    repetitions->iterations = iterations ? real[0] : 0;
    repetitions->warmup = spec->repeat.warmup_auto ? 0 : spec->repeat.warmup;
}

static bool dimension_cell(struct sizing *sizing, struct repetitions *repetitions,
                           struct error *error)
{
    struct arena scratch = {0};
    bool done = warmup_slice(sizing->store, sizing->catalogue, sizing->cell, &sizing->slice,
                             &sizing->steady, error) &&
                read_pilots(sizing, &scratch, error);
    if (done && sizing->count == 0)
        use_file(sizing, repetitions);
    else if (done)
        done = size_cell(sizing, &scratch, repetitions, error);
    arena_release(&scratch);
    return done;
}

bool dimension_cells(struct store *store, const struct spec *spec, struct repetitions *repetitions,
                     struct error *error)
{
    struct arena arena = {0};
    struct catalogue catalogue;
    bool done = store_catalogue(store, &arena, &catalogue, error);
    for (size_t i = 0; done && i < catalogue.cell_count; i++) {
        struct sizing sizing = {
            .store = store, .spec = spec, .catalogue = &catalogue, .cell = i};
        done = dimension_cell(&sizing, &repetitions[i], error);
    }
    arena_release(&arena);
    return done;
}
