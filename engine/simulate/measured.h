// One side of one cell of a synthetic campaign: drawn block by block, estimated as a report does.
#pragma once

#include "analysis/estimate/blocks.h"
#include "analysis/estimate/estimate.h"
#include "analysis/estimate/share_units.h"
#include "simulate/world.h"
#include "stats/bootstrap.h"

// Samples so far. Start with measured_begin().
struct measured {
    struct arena *arena;
    const struct world *world;
    struct place place;
    size_t first, next;     // blocks
    size_t dropped, unused; // iterations of an execution, before and after those that count
    struct variance variance;
    struct block_collector blocks;
    struct share_units shares;
    struct walk walk;
    struct hierarchy *hierarchy; // takes every value; or NULL
};

void measured_begin(struct measured *measured, struct arena *arena, const struct world *world,
                    const struct place *place, size_t first);

// Adds blocks of `counts` iterations and executions.
void measured_add(struct measured *measured, const size_t counts[WORLD_LEVELS], size_t blocks);

// The variances of the samples so far; more may be added.
struct components measured_so_far(const struct measured *measured);

// The estimate of the mean. Add nothing afterwards.
void measured_finish(struct measured *measured, double confidence, struct estimate *estimate);
