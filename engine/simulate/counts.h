// The repetition counts of one cell, and what the best possible counts would cost.
#pragma once

#include "simulate/simulation.h"

// Iterations, executions and blocks of a cell's real experiment in a trial. A pilot takes the
// blocks before `first`, and chooses the warm-up.
struct cell_counts {
    size_t counts[LEVELS_MAX];
    size_t first;
    size_t warmup;               // iterations that every execution makes before those
    double pilot_cost_s, cost_s; // of both sides
};

// Fixed counts, or those that a pilot of the trial leads to. Not for COUNTS_UNTIL_NARROW.
struct cell_counts counts_of_cell(const struct simulation *simulation, struct arena *scratch,
                                  size_t trial, size_t cell);

// The builds that are chosen at least, after a pilot whose executions have so many iterations.
size_t counts_builds_least(const struct simulation *simulation, size_t pilot_iterations);

// The cost of both sides of a cell, whose executions drop so many iterations.
double counts_cost(const struct simulation *simulation, const size_t counts[LEVELS_MAX],
                   size_t warmup);

// What a cell would cost at least if all variances and the warm-up were known, for this relative
// half-width of the intervals that keep the precision.
double counts_best_cost(const struct simulation *simulation, double half_width);
