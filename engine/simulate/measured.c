// Drawing builds into the sums of a series.
#include "simulate/measured.h"

#include "analysis/estimate/series.h"

static void end_unit(void *context, size_t label, double mean)
{
    struct measured *measured = context;
    blocks_add(&measured->blocks, label, mean);
    share_units_add(&measured->shares, &measured->variance, mean);
}

void measured_begin(struct measured *measured, struct arena *arena, const struct world *world,
                    const struct place *place, size_t first)
{
    *measured = (struct measured){
        .arena = arena,
        .world = world,
        .place = *place,
        .first = first,
        .next = first,
        .variance = {.levels = WORLD_LEVELS, .top_unit = end_unit, .context = measured},
        .blocks = {.arena = arena},
        .shares = {.arena = arena},
        .walk = walk_of(world, place)};
}

void measured_add(struct measured *measured, const size_t counts[WORLD_LEVELS], size_t blocks)
{
    struct arena scratch = {0};
    size_t executions = counts[1];
    size_t iterations = measured->dropped + counts[0] + measured->unused;
    double *values = arena_new_array(&scratch, double, iterations *executions);
    for (size_t end = measured->next + blocks; measured->next < end; measured->next++) {
        world_build(measured->world, &measured->place, &measured->walk, measured->next, executions,
                    iterations, values);
        for (size_t e = 0; e < executions; e++) {
            size_t unit[] = {e + 1, measured->next + 1};
            const double *kept = values + e * iterations + measured->dropped;
            variance_add(&measured->variance, unit, kept, counts[0]);
            measured->blocks.block = measured->next;
            if (measured->hierarchy)
                hierarchy_add(measured->hierarchy, unit, kept, counts[0]);
        }
    }
    arena_release(&scratch);
}

struct components measured_so_far(const struct measured *measured)
{
    struct variance copy = measured->variance;
    copy.top_unit = NULL;
    return variance_finish(&copy);
}

void measured_finish(struct measured *measured, double confidence, struct estimate *estimate)
{
    *estimate = (struct estimate){.level = {LEVEL_ITERATION, LEVEL_EXECUTION, LEVEL_BUILD}};
    estimate_finish(estimate, &measured->variance, &measured->blocks, confidence);
}
