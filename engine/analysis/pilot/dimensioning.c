// Dimensioning a cell from its pilot's variances and costs, by search or closed form.
#include "analysis/pilot/dimensioning.h"

#include "analysis/pilot/affordable.h"
#include "analysis/pilot/sized_series.h"
#include "analysis/pilot/variances.h"
#include "model/level.h"
#include "spec/target.h"
#include "store/events.h"
#include "store/facts.h"
#include "store/results/dimensions.h"

#include <math.h>
#include <stdlib.h>

// The largest count in the closed form of any series, within the bounds.
static struct allocation use_closed_forms(const struct pilot_variances *pilot)
{
    const struct dimension_request *request = &pilot->request;
    struct allocation allocation = {0};
    for (int i = 0; i < pilot->levels; i++) {
        size_t most = request->least[i];
        for (size_t k = 0; k < pilot->count; k++)
            most = pilot->closed[k][i] > most ? pilot->closed[k][i] : most;
        allocation.repetitions[i] = most < request->most[i] ? most : request->most[i];
    }
    allocation.met = set_top_repetitions(request, allocation.repetitions);
    return allocation;
}

static double half_width_of(const struct pilot_variances *pilot,
                            const struct allocation *allocation)
{
    double widest = pilot_variances_too_few_units(pilot) ? INFINITY : 0;
    for (size_t i = 0; i < pilot->series_count; i++)
        widest =
            fmax(widest, predicted_half_width(&pilot->series[i], pilot->levels,
                                              allocation->repetitions, pilot->request.confidence));
    return widest;
}

static bool write_rows(const struct pilot_variances *pilot, const struct allocation *allocation,
                       struct arena *arena, struct error *error)
{
    struct stored_dimension *rows =
        arena_new_array(arena, struct stored_dimension, pilot->count * LEVELS_MAX);
    size_t count = 0;
    for (size_t k = 0; k < pilot->count; k++) {
        const struct estimate *estimate = &pilot->pilots[k];
        int missing = pilot->levels - estimate->components.levels;
        for (int i = missing; i < pilot->levels; i++)
            rows[count++] = (struct stored_dimension){
                .variant = estimate->variant,
                .metric = pilot->catalogue->metrics[estimate->metric].name,
                .level = pilot->level[i],
                .cost_s = pilot->cost[estimate->variant][i],
                .T2 = estimate->components.T2[i - missing],
                .closed_form = (double)pilot->closed[k][i],
                .used = allocation->repetitions[i],
            };
    }
    struct stored_dimensioning cell = {
        .cell = pilot->cell,
        .warmup = pilot->slice.first,
        .pilot_iterations = pilot->slice.count,
        .half_width = half_width_of(pilot, allocation),
        .cost_s = allocation_cost(pilot->levels, pilot->request.cost, allocation->repetitions),
        .rows = rows,
        .row_count = count,
    };
    return store_dimensioning(pilot->store, &cell, error);
}

// Records an event, because the experiment then differs from the file.
static const char *unsteady_wording(const struct pilot_variances *pilot, struct arena *arena)
{
    const char *name = spec_cell_name(arena, pilot->spec, pilot->cell);
    if (!pilot_variances_one_iteration(pilot))
        return arena_printf(arena,
                            "%s: most executions of the pilot never become steady, and the file "
                            "fixes real.iterations",
                            name);
    return arena_printf(arena,
                        "%s: most executions of the pilot never become steady, so only "
                        "iteration %zu of every execution counts",
                        name, pilot->slice.first + 1);
}

static const char *expected_wording(const struct pilot_variances *pilot,
                                    const struct allocation *allocation, struct arena *arena)
{
    double expected = half_width_of(pilot, allocation);
    return isfinite(expected) ? arena_printf(arena, "±%.*g %% is expected",
                                             expected < 0.995 ? 2 : 4, 100 * expected)
                              : "one block or a mean of 0 has no relative interval";
}

static const char *unmet_wording(const struct pilot_variances *pilot,
                                 const struct allocation *allocation, struct arena *arena)
{
    const struct dimension_request *request = &pilot->request;
    const char *name = spec_cell_name(arena, pilot->spec, pilot->cell);
    int top = pilot->levels - 1;
    const char *level = level_name(pilot->level[top]);
    bool fixed = request->least[top] == request->most[top];
    if (pilot_variances_too_few_units(pilot))
        return arena_printf(arena,
                            "%s: the pilot has only one %s of a variant, too few to choose "
                            "repetition counts; the precision may be missed",
                            name, level);
    return arena_printf(
        arena, "%s: ±%.3g %%%s is out of reach of the %s that %s; %s%s", name,
        request->precision * 100, sizes_ratios(pilot->spec) ? " of the ratio" : "",
        text_counted(arena, request->most[top], level),
        fixed                ? "the file fixes"
        : pilot->spec->quick ? "--quick allows"
                             : "eswexp allows",
        expected_wording(pilot, allocation, arena),
        fixed ? arena_printf(arena, ", and more %ss narrow it ('repeat.real')", level) : "");
}

static bool write_events(const struct pilot_variances *pilot, const struct allocation *allocation,
                         struct arena *arena, struct error *error)
{
    bool met = allocation->met && !pilot_variances_too_few_units(pilot);
    return (met || store_event(pilot->store, "precision", unmet_wording(pilot, allocation, arena),
                               error)) &&
           (pilot->steady ||
            store_event(pilot->store, "warm-up", unsteady_wording(pilot, arena), error));
}

// If no metric has a value for each iteration, an execution has as many iterations as in the pilot,
// because its value may depend on their number.
static size_t iterations_unless_level(const struct pilot_variances *pilot)
{
    const struct repeat *repeat = &pilot->spec->repeat;
    if (pilot_variances_one_iteration(pilot))
        return 1;
    return !pilot_variances_paced(pilot) ? 0 : repeat->real[0] ? repeat->real[0] : repeat->pilot[0];
}

static void set_repetitions(const struct pilot_variances *pilot, const size_t counts[LEVELS_MAX],
                            struct repetitions *repetitions)
{
    repetitions->blocks = counts[pilot->levels - 1];
    repetitions->executions = 1;
    repetitions->iterations = iterations_unless_level(pilot);
    for (int i = 0; i < pilot->levels - 1; i++) {
        if (pilot->level[i] == LEVEL_EXECUTION)
            repetitions->executions = counts[i];
        else if (pilot_variances_paced(pilot))
            repetitions->iterations = counts[i];
    }
    const struct repeat *repeat = &pilot->spec->repeat;
    repetitions->warmup = repeat->warmup_auto ? pilot->slice.first : repeat->warmup;
}

// A comparison with looks goes on to a narrower interval, with the same repetitions of a block.
static void lengthen(const struct pilot_variances *pilot, struct allocation *allocation,
                     struct arena *arena)
{
    const char *last = store_get(pilot->store, arena, FACT_UNTIL_DECIDED);
    size_t *blocks = &allocation->repetitions[pilot->levels - 1];
    double times = last ? half_width_of(pilot, allocation) / strtod(last, NULL) : 1;
    double most = (double)pilot->request.most[pilot->levels - 1];
    if (isfinite(times) && times > 1)
        *blocks = (size_t)fmin(ceil((double)*blocks * times * times), most);
}

static bool dimension_measured(struct pilot_variances *pilot, double limit_s, struct arena *arena,
                               struct repetitions *repetitions, struct error *error)
{
    if (!pilot_variances_prepare(pilot, arena, error))
        return false;
    struct allocation allocation = pilot->spec->repeat.allocation == ALLOCATION_CLOSED_FORM
                                       ? use_closed_forms(pilot)
                                       : affordable_search(&pilot->request, limit_s);
    lengthen(pilot, &allocation, arena);
    set_repetitions(pilot, allocation.repetitions, repetitions);
    return write_rows(pilot, &allocation, arena, error) &&
           write_events(pilot, &allocation, arena, error);
}

static bool dimension_cell(struct pilot_variances *pilot, double limit_s,
                           struct repetitions *repetitions, struct error *error)
{
    struct arena scratch = {0};
    bool done = pilot_variances_read(pilot, &scratch, error);
    *repetitions = (struct repetitions){.first_block = repetitions->first_block};
    if (done && pilot->count > 0)
        done = dimension_measured(pilot, limit_s, &scratch, repetitions, error);
    arena_release(&scratch);
    return done;
}

bool dimension_cells(struct store *store, const struct spec *spec, const bool *already_planned,
                     double limit_s, struct repetitions *repetitions, struct error *error)
{
    struct arena arena = {0};
    struct catalogue catalogue;
    bool done = store_catalogue(store, &arena, &catalogue, error);
    for (size_t i = 0; done && i < catalogue.cell_count; i++) {
        struct pilot_variances pilot = {
            .store = store, .spec = spec, .catalogue = &catalogue, .cell = i};
        done = (already_planned && already_planned[i]) ||
               dimension_cell(&pilot, limit_s, &repetitions[i], error);
    }
    arena_release(&arena);
    return done;
}
