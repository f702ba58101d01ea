// Drawing probes and pilots for the searches that a campaign makes.
#include "simulate/pilot_warmup.h"

#include "analysis/diagnostics/warmup.h"
#include "analysis/diagnostics/warmup_choice.h"
#include "stats/series/warmup_horizon.h"

#include <math.h>

// So many iterations as there is time for, but at least `enough`.
static size_t in_time(const struct simulation *simulation, size_t wanted, size_t enough)
{
    double most = fmax(ceil(HORIZON_S / simulation->cost_s[0]), (double)enough);
    return most < (double)wanted ? (size_t)most : wanted;
}

static double execution_cost(const struct simulation *simulation, size_t iterations)
{
    return simulation->cost_s[1] + (double)iterations * simulation->cost_s[0];
}

// An execution of the first build.
static void probe(const struct simulation *simulation, const struct place *place,
                  struct warmup_horizon *horizon, double *cost_s)
{
    struct arena scratch = {0};
    struct walk walk = walk_of(&simulation->world, place);
    size_t count = in_time(simulation, horizon->next, 1);
    double *values = arena_new_array(&scratch, double, count);
    world_build(&simulation->world, place, &walk, 0, 1, count, values);
    warmup_horizon_probe(horizon, values, count, 0);
    *cost_s += execution_cost(simulation, count);
    arena_release(&scratch);
}

size_t pilot_warmup_horizon(const struct simulation *simulation, size_t trial, size_t cell,
                            const size_t counts[WORLD_LEVELS], double *cost_s)
{
    size_t most = 0;
    for (size_t side = 0; side < WORLD_SIDES; side++) {
        struct place place = simulation_place(simulation, trial, cell, side);
        struct warmup_horizon horizon =
            warmup_horizon_begin(counts[0] + WARMUP_ROOM, counts[1] * counts[2]);
        while (horizon.next) {
            place.probe++;
            probe(simulation, &place, &horizon, cost_s);
        }
        most = horizon.iterations > most ? horizon.iterations : most;
    }
    return in_time(simulation, most, counts[0]);
}

static void add_side(const struct simulation *simulation, const struct place *place,
                     const size_t counts[WORLD_LEVELS], struct warmup_choice *choice)
{
    struct arena scratch = {0};
    size_t iterations = counts[0], executions = counts[1];
    struct warmup_ends ends = warmup_ends_begin(&scratch);
    struct walk walk = walk_of(&simulation->world, place);
    double *values = arena_new_array(&scratch, double, iterations *executions);
    for (size_t block = 0; block < counts[2]; block++) {
        world_build(&simulation->world, place, &walk, block, executions, iterations, values);
        for (size_t e = 0; e < executions; e++)
            warmup_ends_add(&ends, values + e * iterations, iterations, 0);
    }
    warmup_choice_add(choice, &ends);
    arena_release(&scratch);
}

struct slice pilot_warmup_slice(const struct simulation *simulation, size_t trial, size_t cell,
                                const size_t counts[WORLD_LEVELS])
{
    struct warmup_choice choice = warmup_choice_begin();
    for (size_t side = 0; side < WORLD_SIDES; side++) {
        struct place place = simulation_place(simulation, trial, cell, side);
        add_side(simulation, &place, counts, &choice);
    }
    return warmup_choice_slice(&choice, simulation->pilot[0], simulation->choice == COUNTS_FIXED);
}
