// Counts from a pilot, with the engine's own search and closed form.
#include "simulate/counts.h"

#include "analysis/diagnostics/warmup.h"
#include "analysis/diagnostics/warmup_choice.h"
#include "analysis/estimate/levels.h"
#include "analysis/pilot/dimensioning.h"
#include "analysis/pilot/pilot_length.h"
#include "analysis/pilot/ratio_components.h"
#include "analysis/pilot/sized_series.h"
#include "simulate/measured.h"
#include "simulate/simulation.h"
#include "stats/dimensioning_search.h"
#include "stats/series/warmup_horizon.h"

#include <math.h>

// ---- Probes and pilots, drawn

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

// The iterations that the pilot's executions make, planned with these counts, after probes of both
// sides; adds the cost of the probes.
static size_t pilot_warmup_horizon(const struct simulation *simulation, size_t trial, size_t cell,
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

// What counts of the executions of a pilot with these counts.
static struct slice pilot_warmup_slice(const struct simulation *simulation, size_t trial,
                                       size_t cell, const size_t counts[WORLD_LEVELS])
{
    struct warmup_choice choice = warmup_choice_begin();
    for (size_t side = 0; side < WORLD_SIDES; side++) {
        struct place place = simulation_place(simulation, trial, cell, side);
        add_side(simulation, &place, counts, &choice);
    }
    return warmup_choice_slice(&choice, simulation->pilot[0], simulation->choice == COUNTS_FIXED);
}

// ---- Counts

enum { TOP = WORLD_LEVELS - 1 };

// What keeps a precision: both means, or their ratio.
struct sides {
    struct series series[WORLD_SIDES];
    size_t count;
};

// A pilot of one cell, and what it leads to beside variances.
struct pilot {
    size_t counts[LEVELS_MAX];
    struct slice slice; // of its executions that counts
    double cost_s;      // probes included
};

// Of each level, one more repetition of one side; an execution begins with the warm-up.
static void set_costs(const struct simulation *simulation, size_t warmup, double cost_s[LEVELS_MAX])
{
    for (int i = 0; i < WORLD_LEVELS; i++)
        cost_s[i] = simulation->cost_s[i];
    cost_s[1] += (double)warmup * cost_s[0];
}

double counts_cost(const struct simulation *simulation, const size_t counts[LEVELS_MAX],
                   size_t warmup)
{
    double cost_s[LEVELS_MAX];
    set_costs(simulation, warmup, cost_s);
    return WORLD_SIDES * allocation_cost(WORLD_LEVELS, cost_s, counts);
}

// As planned, where the pilot does not end early.
static size_t pilot_blocks_most(const struct simulation *simulation)
{
    bool least = simulation->pilot_is_open && simulation->choice == COUNTS_FIXED;
    return least ? PILOT_TOP_LEAST : simulation->pilot[TOP];
}

// Fewer than planned if a campaign's pilot would end early.
static size_t pilot_blocks(const struct simulation *simulation, size_t iterations)
{
    const size_t block[LEVELS_MAX] = {iterations, simulation->pilot[1], 1};
    double block_s = (double)simulation_cells(simulation) * counts_cost(simulation, block, 0);
    size_t most = pilot_blocks_most(simulation), blocks = PILOT_TOP_LEAST;
    if (!simulation->pilot_is_open)
        return most;
    while (blocks < most && !pilot_ends(blocks, simulation->precision_of_ratio, block_s, 0))
        blocks += PILOT_TOP_LEAST;
    return blocks;
}

size_t counts_builds_least(const struct simulation *simulation, size_t pilot_iterations)
{
    size_t ended = simulation->pilot_is_open ? pilot_blocks(simulation, pilot_iterations) : 0;
    return simulation->builds_least > 0 ? simulation->builds_least
                                        : real_least_after(ended, simulation->precision_of_ratio);
}

static struct dimension_request request_of(const struct simulation *simulation,
                                           const struct sides *sides, double precision,
                                           const struct pilot *pilot)
{
    size_t family = simulation->precision_of_ratio ? simulation_cells(simulation) : 1;
    struct dimension_request request = {
        .levels = WORLD_LEVELS,
        .least = {1, 1, counts_builds_least(simulation, pilot->counts[0])},
        .most = {pilot->slice.count == 1 ? 1 : ITERATIONS_MOST, EXECUTIONS_MOST, BUILDS_MOST},
        .precision = precision,
        .confidence = simultaneous(simulation->confidence, family),
        .series = sides->series,
        .series_count = sides->count,
    };
    set_costs(simulation, pilot->slice.first, request.cost);
    for (int i = 0; i < WORLD_LEVELS; i++)
        request.cost[i] *= WORLD_SIDES;
    return request;
}

// The larger of both sides' closed forms, and as many builds as the precision takes.
static struct allocation closed_forms(const struct dimension_request *request)
{
    struct allocation allocation = {0};
    for (size_t i = 0; i < WORLD_LEVELS; i++)
        allocation.repetitions[i] = request->least[i];
    for (size_t side = 0; side < request->series_count; side++) {
        struct dimension_request own = *request;
        size_t counts[LEVELS_MAX];
        own.series = &request->series[side];
        own.series_count = 1;
        if (!closed_form(WORLD_LEVELS, request->cost, own.series->T2, counts) ||
            !set_top_repetitions(&own, counts))
            continue;
        for (size_t i = 0; i < WORLD_LEVELS; i++)
            if (counts[i] > allocation.repetitions[i])
                allocation.repetitions[i] = counts[i];
    }
    return allocation;
}

static struct pilot pilot_of(const struct simulation *simulation, size_t trial, size_t cell)
{
    bool searches = simulation->world.warmup > 0;
    const size_t *given = simulation->pilot;
    struct pilot pilot = {.counts = {given[0], given[1], pilot_blocks_most(simulation)},
                          .slice = {0, given[0]}};
    if (searches)
        pilot.counts[0] =
            pilot_warmup_horizon(simulation, trial, cell, pilot.counts, &pilot.cost_s);
    pilot.counts[TOP] = pilot_blocks(simulation, pilot.counts[0]);
    pilot.cost_s += counts_cost(simulation, pilot.counts, 0);
    if (searches)
        pilot.slice = pilot_warmup_slice(simulation, trial, cell, pilot.counts);
    return pilot;
}

static struct sides pilot_sides(const struct simulation *simulation, struct arena *scratch,
                                size_t trial, size_t cell, const struct pilot *pilot)
{
    struct sides sides = {.count = WORLD_SIDES};
    const size_t counts[WORLD_LEVELS] = {pilot->slice.count, pilot->counts[1]};
    struct measured pilots[WORLD_SIDES];
    struct estimate estimates[WORLD_SIDES];
    for (size_t side = 0; side < WORLD_SIDES; side++) {
        struct place place = simulation_place(simulation, trial, cell, side);
        measured_begin(&pilots[side], scratch, &simulation->world, &place, 0);
        pilots[side].dropped = pilot->slice.first;
        pilots[side].unused = pilot->counts[0] - pilot->slice.first - pilot->slice.count;
        measured_add(&pilots[side], counts, pilot->counts[TOP]);
        measured_finish(&pilots[side], simulation->confidence, &estimates[side]);
        sides.series[side] =
            series_at_assurance(&estimates[side].components, WORLD_LEVELS, simulation->assurance);
    }
    if (simulation->precision_of_ratio) {
        struct block_pairs pairs =
            block_pairs_of(scratch, &estimates[0].blocks, &estimates[1].blocks);
        struct components ratio =
            ratio_components(&estimates[0].components, &estimates[1].components, &pairs);
        sides =
            (struct sides){{series_at_assurance(&ratio, WORLD_LEVELS, simulation->assurance)}, 1};
    }
    return sides;
}

// The true variances. What both sides share cancels in their ratio.
static struct sides true_sides(const struct simulation *simulation)
{
    const struct world *world = &simulation->world;
    struct sides sides = {{{.mean = 1}, {.mean = 1}}, WORLD_SIDES};
    for (size_t side = 0; side < WORLD_SIDES; side++)
        world_T2(world, side, sides.series[side].T2);
    if (simulation->precision_of_ratio) {
        for (int i = 0; i < WORLD_LEVELS; i++)
            sides.series[0].T2[i] += sides.series[1].T2[i];
        if (!world->shared_by_side)
            sides.series[0].T2[WORLD_LEVELS - 1] -= 2 * world->shared_sd * world->shared_sd;
        sides.count = 1;
    }
    return sides;
}

static struct allocation allocation_after(const struct simulation *simulation,
                                          struct arena *scratch, size_t trial, size_t cell,
                                          const struct pilot *pilot)
{
    struct sides sides = pilot_sides(simulation, scratch, trial, cell, pilot);
    struct dimension_request request = request_of(simulation, &sides, simulation->precision, pilot);
    return simulation->choice == COUNTS_CLOSED_FORM ? closed_forms(&request)
                                                    : dimension_search(&request);
}

struct cell_counts counts_of_cell(const struct simulation *simulation, struct arena *scratch,
                                  size_t trial, size_t cell)
{
    struct cell_counts chosen = {0};
    struct allocation allocation = {0};
    for (size_t i = 0; i < WORLD_LEVELS; i++)
        allocation.repetitions[i] = simulation->counts[i];
    if (simulation->choice != COUNTS_FIXED || simulation->world.warmup > 0) {
        struct pilot pilot = pilot_of(simulation, trial, cell);
        if (simulation->choice != COUNTS_FIXED)
            allocation = allocation_after(simulation, scratch, trial, cell, &pilot);
        chosen.first = pilot.counts[TOP];
        chosen.warmup = pilot.slice.first;
        chosen.pilot_cost_s = pilot.cost_s;
    }
    for (size_t i = 0; i < WORLD_LEVELS; i++)
        chosen.counts[i] = allocation.repetitions[i];
    chosen.cost_s = counts_cost(simulation, chosen.counts, chosen.warmup);
    return chosen;
}

double counts_best_cost(const struct simulation *simulation, double half_width)
{
    struct sides sides = true_sides(simulation);
    struct pilot known = {.counts = {simulation->pilot[0]},
                          .slice = {.first = simulation->world.warmup}};
    struct dimension_request request = request_of(simulation, &sides, half_width, &known);
    request.least[TOP] = 2;
    struct allocation best = dimension_search(&request);
    return counts_cost(simulation, best.repetitions, known.slice.first);
}
