// Hierarchies of synthetic values, and their statistics.
#include "simulate/summary.h"

#include "analysis/estimate/summary_statistics.h"

#include <math.h>

enum { TRUTH_VALUES = 2000000 };

struct hierarchy summary_hierarchy(const struct simulation *simulation, const struct place *place,
                                   struct arena *arena)
{
    uint64_t cell = seed_from_number(seed_from_number(place->seed, place->benchmark), place->point);
    uint64_t side = seed_from_number(cell, place->side);
    return (struct hierarchy){
        .arena = arena,
        .levels = WORLD_LEVELS,
        .group = 1,
        .smallest = simulation->summary.kind == STATISTIC_MINIMUM,
        .top = stream_from(seed_from(simulation->unpaired ? side : cell, "blocks")),
        .stream = stream_from(seed_from(side, "resamples"))};
}

// Of enough builds. Without one, nothing is asked of the truth, which takes very many values.
static bool has_interval(const struct simulation *simulation)
{
    return simulation->counts[WORLD_LEVELS - 1] >=
           statistic_units_least(&simulation->summary, simulation->confidence);
}

double summary_truth(const struct simulation *simulation, size_t side)
{
    if (!has_interval(simulation))
        return NAN;
    struct arena arena = {0};
    struct world world = simulation->world;
    struct place place = {.seed = seed_from(simulation->seed, "truth"), .side = side};
    struct hierarchy hierarchy = summary_hierarchy(simulation, &place, &arena);
    size_t iterations = simulation->counts[0];
    double truth, *values = arena_new_array(&arena, double, iterations);
    world.drift = 0;
    world.warmup = 0;
    struct walk walk = walk_of(&world, &place);
    for (size_t block = 0; block * iterations < TRUTH_VALUES; block++) {
        world_build(&world, &place, &walk, block, 1, iterations, values);
        hierarchy_add(&hierarchy, (const size_t[]){1, block + 1}, values, iterations);
    }
    if (!hierarchy_finish(&hierarchy, &simulation->summary, false, &truth))
        truth = NAN;
    arena_release(&arena);
    return truth;
}

struct summarised summary_of(const struct simulation *simulation, struct hierarchy *hierarchy)
{
    const struct statistic *statistic = &simulation->summary;
    struct summarised found = {.units = simulation->counts[WORLD_LEVELS - 1]};
    if (!hierarchy_finish(hierarchy, statistic, false, &found.value) || !has_interval(simulation))
        return found;
    found.known = true;
    found.replicates = arena_new_array(hierarchy->arena, double, REPLICATES_MOST);
    bootstrap(hierarchy, found.replicates, REPLICATES_MOST);
    found.interval =
        bootstrap_interval(found.replicates, REPLICATES_MOST, found.units, simulation->confidence);
    return found;
}

struct ratio summary_ratio(const struct simulation *simulation, const struct summarised *old,
                           const struct summarised *new)
{
    return bootstrap_ratio(old->value, old->replicates, new->value, new->replicates,
                           REPLICATES_MOST, old->units, simulation->confidence);
}
