// The plan as data: every block, build and execution with its place, seed and order.
#pragma once

#include "model/phase.h"
#include "spec/spec.h"

// A block: one build of each variant of a cell, their executions interleaved.
struct planned_block {
    size_t cell;
    enum phase phase;
    size_t number; // from 1, over both phases of the cell: no layout is drawn twice
    size_t first_build, build_count;         // in plan.builds, by variant
    size_t first_execution, execution_count; // in plan.executions, in the order to be run
};

struct planned_build {
    size_t block, variant; // indices
    uint64_t seed;
};

struct planned_execution {
    size_t build;  // index
    size_t number; // from 1, within its build
    size_t order;  // from 1, within its block
    uint64_t seed;
    size_t warmup, iterations;
};

// Blocks are in the order in which they run. `blocks`, `builds` and `executions` live in the arena.
struct plan {
    struct planned_block *blocks;
    size_t block_count;
    struct planned_build *builds;
    size_t build_count;
    struct planned_execution *executions;
    size_t execution_count;
};

// The repetitions of a cell in one phase: blocks, executions of each variant in a block,
// iterations of an execution (0: as many as it yields). Without a build level a block is one
// execution of each variant.
struct repetitions {
    size_t blocks, executions, iterations, warmup;
    size_t first_block; // number of its first block
};

// Makes a plan piece by piece, so that a large one is never in memory as a whole.
struct planner {
    const struct spec *spec;
    enum phase phase;
    const struct repetitions *repetitions; // borrowed
    size_t *cells;                         // in the order of the last round
    size_t round, rounds;
};

struct planner plan_begin(struct arena *arena, const struct spec *spec, enum phase phase,
                          const struct repetitions *repetitions);

// The next rounds, as many as give `executions` (SIZE_MAX: all that are left); false if there are
// none. Indices count from 0 in every piece.
bool plan_next(struct planner *planner, struct arena *arena, size_t executions, struct plan *piece);

// Plans one phase: `repetitions` has one entry per cell. Blocks are shuffled over the cells by the
// seed so that any prefix is balanced (rounds: the k-th block of every cell before the k+1-th).
struct plan plan_make(struct arena *arena, const struct spec *spec, enum phase phase,
                      const struct repetitions *repetitions);

// The random stream of one randomizer for one build (execution 0) or execution: of a coupled one,
// the same for all variants; of one with a fixed draw, that of its block. docs/layouts.md, "Seeds".
struct stream plan_stream(const struct spec *spec, const struct target *target, size_t block,
                          size_t execution, const struct randomizer_use *use);
