// Dimensioning a cell: its pilot's variances and costs, the search or the closed form.
#include "analysis/dimensioning.h"

#include "analysis/sizing.h"

#include <math.h>

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
    double widest = sizing_is_blind(sizing) ? INFINITY : 0;
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

// Said aloud: it is another measurement than the one that was asked for.
static const char *unsteady_in_words(const struct sizing *sizing, struct arena *arena)
{
    const char *name = sizing->catalogue->cells[sizing->cell].benchmark;
    if (!sizing_takes_one(sizing))
        return arena_printf(arena,
                            "%s: most executions of the pilot came to no steady state, and the "
                            "file fixes real.iterations",
                            name);
    return arena_printf(arena,
                        "%s: most executions of the pilot came to no steady state, so iteration "
                        "%zu of every execution is taken, and no other",
                        name, sizing->slice.first + 1);
}

static bool write_events(const struct sizing *sizing, const struct allocation *allocation,
                         struct arena *arena, struct error *error)
{
    const char *name = sizing->catalogue->cells[sizing->cell].benchmark;
    double expected = half_width_of(sizing, allocation);
    int top = sizing->levels - 1;
    bool fixed = sizing->request.least[top] == sizing->request.most[top];
    const char *unmet =
        arena_printf(arena, "%s: ±%.3g %% is out of reach of the %s that %s; %s", name,
                     sizing->spec->repeat.precision * 100,
                     text_counted(arena, sizing->request.most[top], level_name(sizing->level[top])),
                     fixed                 ? "the file fixes"
                     : sizing->spec->quick ? "--quick allows"
                                           : "are the most",
                     isfinite(expected) ? arena_printf(arena, "±%.*g %% is to be expected",
                                                       expected < 0.995 ? 2 : 4, 100 * expected)
                                        : "one block, or a mean of 0, has no relative interval");
    const char *unsteady = unsteady_in_words(sizing, arena);
    if (sizing_is_blind(sizing))
        unmet = arena_printf(arena,
                             "%s: the pilot kept one %s of a variant, too few to size by: no "
                             "precision is promised",
                             name, level_name(sizing->level[top]));
    bool met = allocation->met && !sizing_is_blind(sizing);
    return (met || store_event(sizing->store, "precision", unmet, error)) &&
           (sizing->steady || store_event(sizing->store, "warm-up", unsteady, error));
}

// Where no metric has a value an iteration: what one of the whole execution says may depend on how
// many there are, so that there are as many as in the pilot.
static size_t iterations_unmeasured(const struct sizing *sizing)
{
    const struct repeat *repeat = &sizing->spec->repeat;
    if (sizing_takes_one(sizing))
        return 1;
    return !sizing_paced(sizing) ? 0 : repeat->real[0] ? repeat->real[0] : repeat->pilot[0];
}

static void set_repetitions(const struct sizing *sizing, const size_t counts[LEVELS_MAX],
                            struct repetitions *repetitions)
{
    repetitions->blocks = counts[sizing->levels - 1];
    repetitions->executions = 1;
    repetitions->iterations = iterations_unmeasured(sizing);
    for (int i = 0; i < sizing->levels - 1; i++) {
        if (sizing->level[i] == LEVEL_EXECUTION)
            repetitions->executions = counts[i];
        else if (sizing_paced(sizing))
            repetitions->iterations = counts[i];
    }
    const struct repeat *repeat = &sizing->spec->repeat;
    repetitions->warmup = repeat->warmup_auto ? sizing->slice.first : repeat->warmup;
}

static bool size_cell(struct sizing *sizing, struct arena *arena, struct repetitions *repetitions,
                      struct error *error)
{
    if (!sizing_prepare(sizing, arena, error))
        return false;
    struct allocation allocation = sizing->spec->repeat.allocation == ALLOCATION_CLOSED_FORM
                                       ? use_closed_forms(sizing)
                                       : dimension_search(&sizing->request);
    set_repetitions(sizing, allocation.repetitions, repetitions);
    return write_rows(sizing, &allocation, arena, error) &&
           write_events(sizing, &allocation, arena, error);
}

static bool dimension_cell(struct sizing *sizing, struct repetitions *repetitions,
                           struct error *error)
{
    struct arena scratch = {0};
    bool done = sizing_read(sizing, &scratch, error);
    *repetitions = (struct repetitions){.first_block = repetitions->first_block};
    if (done && sizing->count > 0)
        done = size_cell(sizing, &scratch, repetitions, error);
    arena_release(&scratch);
    return done;
}

bool dimension_cells(struct store *store, const struct spec *spec, const bool *kept,
                     struct repetitions *repetitions, struct error *error)
{
    struct arena arena = {0};
    struct catalogue catalogue;
    bool done = store_catalogue(store, &arena, &catalogue, error);
    for (size_t i = 0; done && i < catalogue.cell_count; i++) {
        struct sizing sizing = {.store = store, .spec = spec, .catalogue = &catalogue, .cell = i};
        done = (kept && kept[i]) || dimension_cell(&sizing, &repetitions[i], error);
    }
    arena_release(&arena);
    return done;
}
