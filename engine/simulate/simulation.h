// What to simulate: a world, a way to choose repetition counts, and a comparison, many times over.
#pragma once

#include "analysis/compare/comparison.h"
#include "simulate/world.h"
#include "stats/statistic.h"

enum count_choice {
    COUNTS_FIXED,        // the counts as given
    COUNTS_SEARCH,       // from a pilot, for the least cost
    COUNTS_CLOSED_FORM,  // from a pilot, as the paper has it
    COUNTS_UNTIL_NARROW, // blocks are added until the intervals are narrow enough
};

struct simulation {
    struct world world;
    double cost_s[LEVELS_MAX]; // of one more repetition of one side, the levels below excluded
    bool costs_unknown;        // those of a campaign that was not measured here
    enum count_choice choice;
    size_t counts[LEVELS_MAX];       // if fixed; of the lower levels also if until narrow
    size_t pilot[LEVELS_MAX];        // if a pilot chooses
    bool pilot_is_open;              // it ends early where that of a campaign would
    bool precision_of_ratio;         // what keeps the precision: the ratio, else both means
    size_t builds_least;             // unless counts are fixed; 0: as a campaign has them
    double precision;                // relative half-width; 0: none is asked
    double assurance;                // with which the counts keep it; 0.5: by the pilot's estimates
    size_t benchmarks, points;       // every benchmark has so many cells
    bool unpaired;                   // two campaigns, one a side
    bool until_decided, until_clear; // the counts are fixed, and the builds the most
    double confidence;
    struct statistic summary; // of fixed counts; the mean: none
    double summary_truth[WORLD_SIDES];
    struct comparison_rules rules;
    size_t trials, workers;
    uint64_t seed;
};

// Cells of a campaign.
size_t simulation_cells(const struct simulation *simulation);

// The side and cell of a trial.
struct place simulation_place(const struct simulation *simulation, size_t trial, size_t cell,
                              size_t side);
