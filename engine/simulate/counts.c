// Counts from a pilot, with the engine's own search and closed form.
#include "simulate/counts.h"

#include "analysis/pilot/dimensioning.h"
#include "analysis/pilot/pilot_length.h"
#include "analysis/pilot/ratio_components.h"
#include "simulate/measured.h"
#include "stats/dimensioning_search.h"

enum { TOP = WORLD_LEVELS - 1 };

// What keeps a precision: both means, or their ratio.
struct sides {
    struct series series[WORLD_SIDES];
    size_t count;
};

double counts_cost(const struct simulation *simulation, const size_t counts[LEVELS_MAX])
{
    return WORLD_SIDES * allocation_cost(WORLD_LEVELS, simulation->cost_s, counts);
}

static double pilot_cost(const struct simulation *simulation, size_t blocks)
{
    const size_t counts[LEVELS_MAX] = {simulation->pilot[0], simulation->pilot[1], blocks};
    return counts_cost(simulation, counts);
}

// Fewer than given if a campaign's pilot would end early.
static size_t pilot_blocks(const struct simulation *simulation)
{
    double block_s = (double)simulation_cells(simulation) * pilot_cost(simulation, 1);
    size_t most = simulation->pilot[TOP], blocks = PILOT_TOP_LEAST;
    if (!simulation->pilot_is_open)
        return most;
    while (blocks < most && !pilot_ends(blocks, simulation->precision_of_ratio, block_s, 0))
        blocks += PILOT_TOP_LEAST;
    return blocks;
}

size_t counts_builds_least(const struct simulation *simulation)
{
    size_t ended = simulation->pilot_is_open ? pilot_blocks(simulation) : 0;
    return simulation->builds_least > 0 ? simulation->builds_least
                                        : real_least_after(ended, simulation->precision_of_ratio);
}

static struct dimension_request request_of(const struct simulation *simulation,
                                           const struct sides *sides, double precision)
{
    size_t family = simulation->precision_of_ratio ? simulation_cells(simulation) : 1;
    struct dimension_request request = {
        .levels = WORLD_LEVELS,
        .least = {1, 1, counts_builds_least(simulation)},
        .most = {ITERATIONS_MOST, EXECUTIONS_MOST, BUILDS_MOST},
        .precision = precision,
        .confidence = simultaneous(simulation->confidence, family),
        .series = sides->series,
        .series_count = sides->count,
    };
    for (int i = 0; i < WORLD_LEVELS; i++)
        request.cost[i] = WORLD_SIDES * simulation->cost_s[i];
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

static struct sides pilot_sides(const struct simulation *simulation, struct arena *scratch,
                                size_t trial, size_t cell)
{
    struct sides sides = {.count = WORLD_SIDES};
    struct measured pilots[WORLD_SIDES];
    struct estimate estimates[WORLD_SIDES];
    for (size_t side = 0; side < WORLD_SIDES; side++) {
        struct place place = simulation_place(simulation, trial, cell, side);
        measured_begin(&pilots[side], scratch, &simulation->world, &place, 0);
        measured_add(&pilots[side], simulation->pilot, pilot_blocks(simulation));
        measured_finish(&pilots[side], simulation->confidence, &estimates[side]);
        sides.series[side] = series_of(&estimates[side].components, WORLD_LEVELS);
    }
    if (simulation->precision_of_ratio) {
        struct block_pairs pairs =
            block_pairs_of(scratch, &estimates[0].blocks, &estimates[1].blocks);
        struct components ratio =
            ratio_components(&estimates[0].components, &estimates[1].components, &pairs);
        sides = (struct sides){{series_of(&ratio, WORLD_LEVELS)}, 1};
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

struct cell_counts counts_of_cell(const struct simulation *simulation, struct arena *scratch,
                                  size_t trial, size_t cell)
{
    struct cell_counts chosen = {0};
    struct allocation allocation = {0};
    for (size_t i = 0; i < WORLD_LEVELS; i++)
        allocation.repetitions[i] = simulation->counts[i];
    if (simulation->choice != COUNTS_FIXED) {
        struct sides sides = pilot_sides(simulation, scratch, trial, cell);
        struct dimension_request request = request_of(simulation, &sides, simulation->precision);
        allocation = simulation->choice == COUNTS_CLOSED_FORM ? closed_forms(&request)
                                                              : dimension_search(&request);
        chosen.first = pilot_blocks(simulation);
        chosen.pilot_cost_s = pilot_cost(simulation, chosen.first);
    }
    for (size_t i = 0; i < WORLD_LEVELS; i++)
        chosen.counts[i] = allocation.repetitions[i];
    chosen.cost_s = counts_cost(simulation, chosen.counts);
    return chosen;
}

double counts_best_cost(const struct simulation *simulation, double half_width)
{
    struct sides sides = true_sides(simulation);
    struct dimension_request request = request_of(simulation, &sides, half_width);
    request.least[TOP] = 2;
    struct allocation best = dimension_search(&request);
    return counts_cost(simulation, best.repetitions);
}
