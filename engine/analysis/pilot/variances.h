// The variances, costs and bounds of one cell, from its pilot (docs/method.md, "Dimensioning:
// closed form", "Dimensioning: search").
#pragma once

#include "analysis/estimate/estimate.h"
#include "analysis/estimate/levels.h"
#include "spec/spec.h"
#include "stats/dimensioning.h"
#include "store/results/outcomes.h"

// The caller sets the first four and zeroes the rest; arrays live in the arena of the calls.
struct pilot_variances {
    struct store *store;
    const struct spec *spec;
    const struct catalogue *catalogue;
    size_t cell;
    bool compares;      // only the first metric is judged
    bool steady;        // most executions become steady
    struct slice slice; // of the pilot's executions
    int levels;
    enum level level[LEVELS_MAX];
    struct level_costs *measured; // by variant
    struct estimate *pilots;      // one per metric and variant
    size_t count;                 // of them
    struct series *series;        // of the search
    size_t series_count;
    double (*cost)[LEVELS_MAX];   // by variant
    size_t (*closed)[LEVELS_MAX]; // by series; 0: no answer
    size_t top_least;             // of the real experiment, unless the file fixes fewer
    struct dimension_request request;
};

// Reads the slice and the pilots.
NODISCARD bool pilot_variances_read(struct pilot_variances *pilot, struct arena *arena,
                                    struct error *error);

// Fills in the rest; `count` is at least 1.
NODISCARD bool pilot_variances_prepare(struct pilot_variances *pilot, struct arena *arena,
                                       struct error *error);

// Whether eswexp sets the harness's number of iterations.
bool pilot_variances_paced(const struct pilot_variances *pilot);

// Whether only one iteration of every execution counts, because most executions never become
// steady; pilot.iterations is at least 2.
bool pilot_variances_one_iteration(const struct pilot_variances *pilot);

// Whether some series has fewer than two top units, so that its variance is unknown.
bool pilot_variances_too_few_units(const struct pilot_variances *pilot);
