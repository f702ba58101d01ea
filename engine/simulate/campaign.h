// A synthetic campaign as the analysis reads one: a catalogue, and the estimates of every cell.
#pragma once

#include "analysis/estimate/estimates.h"
#include "simulate/measured.h"
#include "simulate/simulation.h"

// Both sides in one campaign, or one side in each of two.
struct synthetic {
    struct estimates campaigns[WORLD_SIDES];
    struct measured *measured[WORLD_SIDES]; // by cell
    size_t *first;                          // block of each cell's real experiment
    size_t *warmup;                         // iterations that its executions drop
    double builds, pilot_cost_s, cost_s;    // builds of a side in a cell, on average
    double counts[WORLD_LEVELS];            // of the first cell
};

// The catalogues of all trials; unpaired campaigns have one variant. Lives in the arena.
const struct catalogue *synthetic_catalogue(const struct simulation *simulation,
                                            struct arena *arena);

// Draws a trial into the arena.
struct synthetic *synthetic_draw(const struct simulation *simulation,
                                 const struct catalogue *catalogue, size_t trial,
                                 struct arena *arena);

// The estimate of a side in a cell.
const struct estimate *synthetic_estimate(const struct synthetic *synthetic, size_t cell,
                                          size_t side);
