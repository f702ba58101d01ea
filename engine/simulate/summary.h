// Summary statistics of synthetic campaigns: what is true of them, and their bootstrap.
#pragma once

#include "simulate/simulation.h"
#include "stats/bootstrap.h"

// An empty hierarchy for the values of a side in a cell. Paired sides draw the same blocks.
struct hierarchy summary_hierarchy(const struct simulation *simulation, const struct place *place,
                                   struct arena *arena);

// The statistic of a side in a campaign without end, from very many builds of one execution;
// without drift and warm-up. NaN where it is not defined.
double summary_truth(const struct simulation *simulation, size_t side);

// One side of a cell, resampled as for a report.
struct summarised {
    bool known; // there is an interval
    double value;
    size_t units;
    double *replicates;
    struct interval interval;
};

// Takes the hierarchy, whose values are all there.
struct summarised summary_of(const struct simulation *simulation, struct hierarchy *hierarchy);

// new / old of two sides that are known.
struct ratio summary_ratio(const struct simulation *simulation, const struct summarised *old,
                           const struct summarised *new);
