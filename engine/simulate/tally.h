// All trials of a simulation, on all cores, and what they add up to.
#pragma once

#include "simulate/rates.h"
#include "simulate/simulation.h"

struct tally {
    struct rate_value rates[RATES];
    double counts[WORLD_LEVELS]; // medians over trials: of the first cell
    double warmup;               // iterations that its executions drop
    double builds;               // of a side in a cell
    double mean_half_width;      // relative, the largest of a campaign
    double ratio_half_width;
    double pilot_cost_s, cost_s; // of the campaign, the pilot excluded
    double best_cost_s; // for the precision, else for the median half-width; variances known
};

// The same seed gives the same tally, however many workers there are.
void simulate(const struct simulation *simulation, struct tally *tally);
