// Simulated series: level 1, with one kind of noise.
#pragma once

#include "nested.h"

#include <math.h>

// Noise that keeps `memory` of the value before it (AR(1)); its standard deviation is `sd`.
static inline void draw_noise(gsl_rng *random, double sd, double memory, size_t count,
                              double *values)
{
    double noise = gsl_ran_gaussian_ziggurat(random, sd);
    for (size_t i = 0; i < count; i++) {
        values[i] = 1 + noise;
        noise = memory * noise + gsl_ran_gaussian_ziggurat(random, sd * sqrt(1 - memory * memory));
    }
}

// One of a hundred values, drawn, is larger by the factor.
static inline void add_spikes(gsl_rng *random, double factor, size_t count, double *values)
{
    for (size_t i = 0; i < count; i++)
        values[i] *= gsl_rng_uniform(random) < 0.01 ? factor : 1;
}
