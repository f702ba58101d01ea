// Random campaigns of two variants, `a` and `b`, as CSV: with effects, drift and missing blocks.
#pragma once

#include "base/text.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

// What a block and each of its sides share, and who lacks blocks.
struct world {
    size_t blocks, executions, iterations;
    double effect, drift, layout, noise;
    double lacks; // the chance that a side lacks a block
    bool disjoint;
};

static inline double one_in(gsl_rng *random, const double *choices, size_t count)
{
    return choices[gsl_rng_uniform_int(random, count)];
}

static inline struct world random_world(gsl_rng *random)
{
    static const double effects[] = {1, 1, 1.002, 1.03, 0.9, 2, 14}, lacks[] = {0, 0, 0.1, 0.4},
                        scatters[] = {0, 0.002, 0.01, 0.1, 0.6};
    struct world world = {.blocks = 1 + gsl_rng_uniform_int(random, 14)};
    world.executions = 1 + gsl_rng_uniform_int(random, 3);
    world.iterations = 1 + gsl_rng_uniform_int(random, 4);
    world.effect = one_in(random, effects, 7);
    world.drift = one_in(random, scatters, 4);
    world.layout = one_in(random, scatters, 5);
    world.noise = one_in(random, scatters, 4);
    world.lacks = one_in(random, lacks, 4);
    world.disjoint = gsl_rng_uniform(random) < 0.1;
    return world;
}

static inline void add_block(struct text *csv, const struct world *world, gsl_rng *random,
                             const char *variant, size_t block, double mean)
{
    for (size_t i = 0; i < world->executions * world->iterations; i++) {
        double value = mean * (1 + gsl_ran_gaussian(random, world->noise));
        text_printf(csv, "%s,%zu,%zu,wall_time,s,%.17g\n", variant, block, i / world->iterations,
                    value);
    }
}

static inline struct text random_campaign(gsl_rng *random)
{
    struct world world = random_world(random);
    struct text csv = {0};
    text_printf(&csv, "variant,block,execution,metric,unit,value\n");
    for (size_t block = 0; block < world.blocks; block++) {
        double drift = 1 + gsl_ran_gaussian(random, world.drift);
        for (int side = 0; side < 2; side++) {
            double mean = drift * (side ? world.effect : 1) *
                          fabs(1 + gsl_ran_gaussian(random, world.layout));
            bool lacks = block > 0 && gsl_rng_uniform(random) < world.lacks;
            size_t number = world.disjoint ? 2 * block + (size_t)side : block;
            if (!lacks)
                add_block(&csv, &world, random, side ? "b" : "a", number, mean);
        }
    }
    return csv;
}
