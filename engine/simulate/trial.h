// One trial: a synthetic campaign, analysed by the functions that report and compare call.
#pragma once

#include "simulate/rates.h"
#include "simulate/simulation.h"
#include "store/results/catalogue.h"

struct trial {
    struct rates rates;
    double counts[WORLD_LEVELS]; // of the first cell
    double warmup;               // iterations that its executions drop
    double builds;               // of a side in a cell, on average
    double mean_half_width;      // relative, the largest of all means
    double ratio_half_width;     // of a ratio alone, on average
    double detectable;           // as the first comparison states it; 0: unknown
    double low;                  // of its ratio, over the true one
    double pilot_cost_s, cost_s; // of the campaign
};

void trial_run(const struct simulation *simulation, const struct catalogue *catalogue,
               size_t number, struct trial *trial);
