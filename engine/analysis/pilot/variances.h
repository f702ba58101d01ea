// One cell on its way from its pilot to its repetition counts.
#pragma once

#include "analysis/estimate/estimate.h"
#include "analysis/estimate/levels.h"
#include "spec/spec.h"
#include "stats/dimensioning.h"
#include "store/results/outcomes.h"

// Start from zeros with the first four set; arrays live in the arena of the calls.
struct pilot_variances {
    struct store *store;
    const struct spec *spec;
    const struct catalogue *catalogue;
    size_t cell;
    bool steady;        // executions were seen to come to a steady state
    struct slice slice; // the pilot's samples
    int levels;
    enum level level[LEVELS_MAX];
    struct level_costs *measured; // by variant
    struct estimate *pilots;      // one per series
    struct series *series;        // the same, as the search reads them
    size_t count;
    double (*cost)[LEVELS_MAX];   // by variant
    size_t (*closed)[LEVELS_MAX]; // by series; 0: no answer
    struct dimension_request request;
};

// Reads the pilot: slice and pilots.
NODISCARD bool pilot_variances_read(struct pilot_variances *pilot_variances, struct arena *arena,
                                    struct error *error);

// The rest, if there is any pilot at all (`count`).
NODISCARD bool pilot_variances_prepare(struct pilot_variances *pilot_variances, struct arena *arena,
                                       struct error *error);

// The harness iterates as often as it is told.
bool pilot_variances_paced(const struct pilot_variances *pilot_variances);

// One iteration of every execution is taken, for they never become steady; pilot.iterations is at
// least 2.
bool pilot_variances_takes_one(const struct pilot_variances *pilot_variances);

// Some series kept fewer than two top units: how they vary is not known.
bool pilot_variances_is_blind(const struct pilot_variances *pilot_variances);
