// Making the plan: blocks in shuffled rounds over the cells, executions in shuffled rounds over the
// variants of a block.
#include "plan/plan.h"

#include "base/stream.h"
#include "model/phase.h"

#include <string.h>

static uint64_t block_seed(uint64_t seed, size_t block, size_t execution)
{
    return seed_from_number(seed_from_number(seed, block), execution);
}

static uint64_t seed_of(const struct spec *spec, const struct target *target, size_t block,
                        size_t execution)
{
    const char *attributed = spec->attribution.variant; // its variants have one input
    uint64_t seed = seed_from(seed_from(spec->seed, target->benchmark),
                              attributed ? attributed : target->variant);
    return block_seed(seed, block, execution);
}

struct stream plan_stream(const struct spec *spec, const struct target *target, size_t block,
                          size_t execution, const struct randomizer_use *use)
{
    if (use->draw) {
        block = use->draw;
        execution = execution ? 1 : 0;
    }
    uint64_t seed = use->coupled
                        ? block_seed(seed_from(spec->seed, target->benchmark), block, execution)
                        : seed_of(spec, target, block, execution);
    seed = seed_from(seed, use->kind->name);
    return stream_from(use->kind->parts ? seed : redrawn_seed(use, seed, 0));
}

// The order of a block's executions is a draw of the cell, which its variants share. The cell's
// point names it, so adding a cell does not change this order. Each round has one execution of each
// variant: a machine that is slow for a part of a block slows as many executions of each variant.
static struct stream order_stream(const struct spec *spec, const struct cell *cell, size_t block)
{
    uint64_t seed = seed_from(seed_from(spec->seed, "order of executions"), cell->benchmark);
    for (size_t axis = 0; axis < spec->axis_count; axis++)
        seed = seed_from(seed, cell->point[axis]);
    return stream_from(seed_from_number(seed, block));
}

static void plan_executions(struct plan *plan, const struct spec *spec, struct planned_block *block,
                            const struct repetitions *repeat)
{
    const struct cell *cell = &spec->cells[block->cell];
    block->first_execution = plan->execution_count;
    block->execution_count = block->build_count * repeat->executions;
    struct planned_execution *executions = plan->executions + plan->execution_count;
    struct stream stream = order_stream(spec, cell, block->number);
    for (size_t number = 1; number <= repeat->executions; number++) {
        struct planned_execution *round = executions + (number - 1) * block->build_count;
        for (size_t variant = 0; variant < block->build_count; variant++)
            round[variant] = (struct planned_execution){
                .build = block->first_build + variant,
                .number = number,
                .seed = seed_of(spec, &cell->targets[variant], block->number, number),
                .warmup = repeat->warmup,
                .iterations = repeat->iterations,
            };
        stream_shuffle(&stream, round, block->build_count, sizeof *round);
    }
    for (size_t i = 0; i < block->execution_count; i++)
        executions[i].order = i + 1;
    plan->execution_count += block->execution_count;
}

static void plan_block(struct plan *plan, const struct spec *spec, enum phase phase, size_t cell,
                       size_t number, const struct repetitions *repeat)
{
    struct planned_block *block = &plan->blocks[plan->block_count];
    *block = (struct planned_block){.cell = cell,
                                    .phase = phase,
                                    .number = number,
                                    .first_build = plan->build_count,
                                    .build_count = spec->variant_count};
    for (size_t variant = 0; variant < spec->variant_count; variant++)
        plan->builds[plan->build_count++] =
            (struct planned_build){plan->block_count, variant,
                                   seed_of(spec, &spec->cells[cell].targets[variant], number, 0)};
    plan_executions(plan, spec, block, repeat);
    plan->block_count++;
}

struct planner plan_begin(struct arena *arena, const struct spec *spec, enum phase phase,
                          const struct repetitions *repetitions)
{
    struct planner planner = {.spec = spec,
                              .phase = phase,
                              .repetitions = repetitions,
                              .cells = arena_new_array(arena, size_t, spec->cell_count)};
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        planner.cells[cell] = cell;
        if (repetitions[cell].blocks > planner.rounds)
            planner.rounds = repetitions[cell].blocks;
    }
    return planner;
}

// Adds up what a round has.
static void count_round(const struct planner *planner, size_t round, size_t *blocks,
                        size_t *executions)
{
    const struct spec *spec = planner->spec;
    for (size_t cell = 0; cell < spec->cell_count; cell++) {
        bool takes_part = round < planner->repetitions[cell].blocks;
        *blocks += takes_part;
        *executions += takes_part ? planner->repetitions[cell].executions * spec->variant_count : 0;
    }
}

static void plan_round(struct planner *planner, struct plan *plan)
{
    const struct spec *spec = planner->spec;
    struct stream stream = stream_from(seed_from_number(
        seed_from(spec->seed, planner->phase == PHASE_PILOT ? "pilot blocks" : "real blocks"),
        planner->round));
    stream_shuffle(&stream, planner->cells, spec->cell_count, sizeof *planner->cells);
    for (size_t i = 0; i < spec->cell_count; i++) {
        const struct repetitions *repeat = &planner->repetitions[planner->cells[i]];
        if (planner->round < repeat->blocks)
            plan_block(plan, spec, planner->phase, planner->cells[i],
                       repeat->first_block + planner->round, repeat);
    }
    planner->round++;
}

bool plan_next(struct planner *planner, struct arena *arena, size_t executions, struct plan *piece)
{
    size_t end = planner->round, blocks = 0, room = 0;
    while (end < planner->rounds && room < executions)
        count_round(planner, end++, &blocks, &room);
    *piece = (struct plan){
        .blocks = arena_new_array(arena, struct planned_block, blocks),
        .builds =
            arena_new_array(arena, struct planned_build, blocks * planner->spec->variant_count),
        .executions = arena_new_array(arena, struct planned_execution, room),
    };
    while (planner->round < end)
        plan_round(planner, piece);
    return piece->block_count > 0;
}

struct plan plan_make(struct arena *arena, const struct spec *spec, enum phase phase,
                      const struct repetitions *repetitions)
{
    struct plan plan;
    struct planner planner = plan_begin(arena, spec, phase, repetitions);
    plan_next(&planner, arena, SIZE_MAX, &plan);
    return plan;
}
