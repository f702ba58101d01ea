// Simulated experiments whose variance at each level is known.
#pragma once

#include "stats/variance.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdlib.h>

struct nested {
    int levels;
    double mean;
    double sd[LEVELS_MAX]; // index 0: level 1
    size_t repetitions[LEVELS_MAX];
};

// A seeded generator that the test frees.
static inline gsl_rng *nested_random(unsigned long seed)
{
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(random, seed);
    return random;
}

// Adds everything below one unit of level `i` + 2 whose own mean is `mean`.
static inline void nested_fill(const struct nested *nested, gsl_rng *random, int i, double mean,
                               size_t *unit, struct variance *variance)
{
    double values[1000];
    for (size_t k = 0; k < nested->repetitions[i]; k++) {
        double own = mean + gsl_ran_gaussian_ziggurat(random, nested->sd[i]);
        values[i == 0 ? k : 0] = own;
        if (i == 0)
            continue;
        unit[i - 1]++;
        nested_fill(nested, random, i - 1, own, unit, variance);
    }
    if (i == 0)
        variance_add(variance, unit, values, nested->repetitions[0]);
}

// Components of one simulated experiment with normal effects.
static inline struct components nested_components(const struct nested *nested, gsl_rng *random)
{
    struct variance variance = {.levels = nested->levels};
    size_t unit[LEVELS_MAX] = {0};
    nested_fill(nested, random, nested->levels - 1, nested->mean, unit, &variance);
    return variance_finish(&variance);
}
