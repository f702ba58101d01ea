// Dimensioning a cell: its pilot's variances and costs, the search or the closed form.
#include "analysis/pilot/dimensioning.h"

#include "analysis/pilot/variances.h"
#include "model/level.h"
#include "stats/dimensioning_search.h"
#include "store/events.h"
#include "store/results/dimensions.h"

#include <math.h>

// The largest count that any series' closed form asks for, within the bounds.
static struct allocation use_closed_forms(const struct pilot_variances *pilot_variances)
{
    const struct dimension_request *request = &pilot_variances->request;
    struct allocation allocation = {0};
    for (int i = 0; i < pilot_variances->levels; i++) {
        size_t most = request->least[i];
        for (size_t k = 0; k < pilot_variances->count; k++)
            most = pilot_variances->closed[k][i] > most ? pilot_variances->closed[k][i] : most;
        allocation.repetitions[i] = most < request->most[i] ? most : request->most[i];
    }
    allocation.met = set_top_repetitions(request, allocation.repetitions);
    return allocation;
}

static double half_width_of(const struct pilot_variances *pilot_variances,
                            const struct allocation *allocation)
{
    double widest = pilot_variances_is_blind(pilot_variances) ? INFINITY : 0;
    for (size_t i = 0; i < pilot_variances->count; i++)
        widest = fmax(widest, predicted_half_width(&pilot_variances->series[i],
                                                   pilot_variances->levels, allocation->repetitions,
                                                   pilot_variances->spec->repeat.confidence));
    return widest;
}

static bool write_rows(const struct pilot_variances *pilot_variances,
                       const struct allocation *allocation, struct arena *arena,
                       struct error *error)
{
    struct stored_dimension *rows =
        arena_new_array(arena, struct stored_dimension, pilot_variances->count * LEVELS_MAX);
    size_t count = 0;
    for (size_t k = 0; k < pilot_variances->count; k++) {
        const struct estimate *pilot = &pilot_variances->pilots[k];
        int missing = pilot_variances->levels - pilot->components.levels;
        for (int i = missing; i < pilot_variances->levels; i++)
            rows[count++] = (struct stored_dimension){
                .variant = pilot->variant,
                .metric = pilot_variances->catalogue->metrics[pilot->metric].name,
                .level = (int)pilot_variances->level[i],
                .cost_s = pilot_variances->cost[pilot->variant][i],
                .T2 = pilot->components.T2[i - missing],
                .closed_form = (double)pilot_variances->closed[k][i],
                .used = allocation->repetitions[i],
            };
    }
    struct stored_dimensioning cell = {
        .cell = pilot_variances->cell,
        .warmup = pilot_variances->slice.first,
        .pilot_iterations = pilot_variances->slice.count,
        .half_width = half_width_of(pilot_variances, allocation),
        .cost_s = allocation_cost(pilot_variances->levels, pilot_variances->request.cost,
                                  allocation->repetitions),
        .rows = rows,
        .row_count = count,
    };
    return store_dimensioning(pilot_variances->store, &cell, error);
}

// Said aloud: it is another measurement than the one that was asked for.
static const char *unsteady_wording(const struct pilot_variances *pilot_variances,
                                    struct arena *arena)
{
    const char *name = pilot_variances->catalogue->cells[pilot_variances->cell].benchmark;
    if (!pilot_variances_takes_one(pilot_variances))
        return arena_printf(arena,
                            "%s: most executions of the pilot came to no steady state, and the "
                            "file fixes real.iterations",
                            name);
    return arena_printf(arena,
                        "%s: most executions of the pilot came to no steady state, so iteration "
                        "%zu of every execution is taken, and no other",
                        name, pilot_variances->slice.first + 1);
}

static bool write_events(const struct pilot_variances *pilot_variances,
                         const struct allocation *allocation, struct arena *arena,
                         struct error *error)
{
    const char *name = pilot_variances->catalogue->cells[pilot_variances->cell].benchmark;
    double expected = half_width_of(pilot_variances, allocation);
    int top = pilot_variances->levels - 1;
    bool fixed = pilot_variances->request.least[top] == pilot_variances->request.most[top];
    const char *unmet =
        arena_printf(arena, "%s: ±%.3g %% is out of reach of the %s that %s; %s", name,
                     pilot_variances->spec->repeat.precision * 100,
                     text_counted(arena, pilot_variances->request.most[top],
                                  level_name(pilot_variances->level[top])),
                     fixed                          ? "the file fixes"
                     : pilot_variances->spec->quick ? "--quick allows"
                                                    : "are the most",
                     isfinite(expected) ? arena_printf(arena, "±%.*g %% is to be expected",
                                                       expected < 0.995 ? 2 : 4, 100 * expected)
                                        : "one block, or a mean of 0, has no relative interval");
    const char *unsteady = unsteady_wording(pilot_variances, arena);
    if (pilot_variances_is_blind(pilot_variances))
        unmet = arena_printf(arena,
                             "%s: the pilot kept one %s of a variant, too few to size by: no "
                             "precision is promised",
                             name, level_name(pilot_variances->level[top]));
    bool met = allocation->met && !pilot_variances_is_blind(pilot_variances);
    return (met || store_event(pilot_variances->store, "precision", unmet, error)) &&
           (pilot_variances->steady ||
            store_event(pilot_variances->store, "warm-up", unsteady, error));
}

// Where no metric has a value an iteration: what one of the whole execution says may depend on how
// many there are, so that there are as many as in the pilot.
static size_t iterations_unmeasured(const struct pilot_variances *pilot_variances)
{
    const struct repeat *repeat = &pilot_variances->spec->repeat;
    if (pilot_variances_takes_one(pilot_variances))
        return 1;
    return !pilot_variances_paced(pilot_variances) ? 0
           : repeat->real[0]                       ? repeat->real[0]
                                                   : repeat->pilot[0];
}

static void set_repetitions(const struct pilot_variances *pilot_variances,
                            const size_t counts[LEVELS_MAX], struct repetitions *repetitions)
{
    repetitions->blocks = counts[pilot_variances->levels - 1];
    repetitions->executions = 1;
    repetitions->iterations = iterations_unmeasured(pilot_variances);
    for (int i = 0; i < pilot_variances->levels - 1; i++) {
        if (pilot_variances->level[i] == LEVEL_EXECUTION)
            repetitions->executions = counts[i];
        else if (pilot_variances_paced(pilot_variances))
            repetitions->iterations = counts[i];
    }
    const struct repeat *repeat = &pilot_variances->spec->repeat;
    repetitions->warmup = repeat->warmup_auto ? pilot_variances->slice.first : repeat->warmup;
}

static bool size_cell(struct pilot_variances *pilot_variances, struct arena *arena,
                      struct repetitions *repetitions, struct error *error)
{
    if (!pilot_variances_prepare(pilot_variances, arena, error))
        return false;
    struct allocation allocation =
        pilot_variances->spec->repeat.allocation == ALLOCATION_CLOSED_FORM
            ? use_closed_forms(pilot_variances)
            : dimension_search(&pilot_variances->request);
    set_repetitions(pilot_variances, allocation.repetitions, repetitions);
    return write_rows(pilot_variances, &allocation, arena, error) &&
           write_events(pilot_variances, &allocation, arena, error);
}

static bool dimension_cell(struct pilot_variances *pilot_variances, struct repetitions *repetitions,
                           struct error *error)
{
    struct arena scratch = {0};
    bool done = pilot_variances_read(pilot_variances, &scratch, error);
    *repetitions = (struct repetitions){.first_block = repetitions->first_block};
    if (done && pilot_variances->count > 0)
        done = size_cell(pilot_variances, &scratch, repetitions, error);
    arena_release(&scratch);
    return done;
}

bool dimension_cells(struct store *store, const struct spec *spec, const bool *already_planned,
                     struct repetitions *repetitions, struct error *error)
{
    struct arena arena = {0};
    struct catalogue catalogue;
    bool done = store_catalogue(store, &arena, &catalogue, error);
    for (size_t i = 0; done && i < catalogue.cell_count; i++) {
        struct pilot_variances pilot_variances = {
            .store = store, .spec = spec, .catalogue = &catalogue, .cell = i};
        done = (already_planned && already_planned[i]) ||
               dimension_cell(&pilot_variances, &repetitions[i], error);
    }
    arena_release(&arena);
    return done;
}
