// Counts from a pilot, with the engine's own search and closed form.
#include "simulate/counts.h"

#include "analysis/pilot/dimensioning.h"
#include "simulate/measured.h"
#include "stats/dimensioning_search.h"

#include <math.h>

static struct dimension_request request_of(const struct simulation *simulation,
                                           const struct series series[WORLD_SIDES],
                                           double precision)
{
    struct dimension_request request = {
        .levels = WORLD_LEVELS,
        .least = {1, 1, TOP_UNITS_LEAST},
        .most = {ITERATIONS_MOST, EXECUTIONS_MOST, BUILDS_MOST},
        .precision = precision,
        .confidence = simulation->confidence,
        .series = series,
        .series_count = WORLD_SIDES,
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

static struct series pilot_series(const struct simulation *simulation, struct arena *scratch,
                                  const struct place *place)
{
    struct measured pilot;
    measured_begin(&pilot, scratch, &simulation->world, place, 0);
    measured_add(&pilot, simulation->pilot, simulation->pilot[2]);
    struct components components = measured_so_far(&pilot);
    return series_of(&components, WORLD_LEVELS);
}

double counts_cost(const struct simulation *simulation, const size_t counts[LEVELS_MAX])
{
    return WORLD_SIDES * allocation_cost(WORLD_LEVELS, simulation->cost_s, counts);
}

struct cell_counts counts_of_cell(const struct simulation *simulation, struct arena *scratch,
                                  size_t trial, size_t cell)
{
    struct cell_counts chosen = {0};
    struct allocation allocation = {0};
    for (size_t i = 0; i < WORLD_LEVELS; i++)
        allocation.repetitions[i] = simulation->counts[i];
    if (simulation->choice != COUNTS_FIXED) {
        struct series series[WORLD_SIDES];
        for (size_t side = 0; side < WORLD_SIDES; side++) {
            struct place place = simulation_place(simulation, trial, cell, side);
            series[side] = pilot_series(simulation, scratch, &place);
        }
        struct dimension_request request = request_of(simulation, series, simulation->precision);
        allocation = simulation->choice == COUNTS_CLOSED_FORM ? closed_forms(&request)
                                                              : dimension_search(&request);
        chosen.first = simulation->pilot[2];
        chosen.pilot_cost_s = counts_cost(simulation, simulation->pilot);
    }
    for (size_t i = 0; i < WORLD_LEVELS; i++)
        chosen.counts[i] = allocation.repetitions[i];
    chosen.cost_s = counts_cost(simulation, chosen.counts);
    return chosen;
}

double counts_best_cost(const struct simulation *simulation, double half_width)
{
    struct series series[WORLD_SIDES] = {{.mean = 1}, {.mean = 1}};
    for (size_t side = 0; side < WORLD_SIDES; side++)
        world_T2(&simulation->world, side, series[side].T2);
    struct dimension_request request = request_of(simulation, series, half_width);
    request.least[2] = 2;
    struct allocation best = dimension_search(&request);
    return counts_cost(simulation, best.repetitions);
}
