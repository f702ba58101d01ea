// What a store's samples show: variances, estimates, ratios, and what must be said about them.
#pragma once

#include "analysis/levels.h"
#include "stats/interval.h"
#include "stats/quantile.h"
#include "stats/ratio.h"
#include "store/outcomes.h"

// One metric of one variant of a cell.
struct estimate {
    size_t cell, variant, metric;                // indices in the catalogue
    enum level level[LEVELS_MAX];                // of the components, from the bottom
    size_t fewest[LEVELS_MAX], most[LEVELS_MAX]; // repetitions of a level anywhere
    struct components components;                // its top units are what the interval rests on
    double shares[LEVELS_MAX];
    struct interval interval;
    struct order_statistics order; // of all samples, whatever their level
};

// A variant against the baseline, the first variant of the experiment.
struct comparison {
    const struct estimate *old, *new;
    struct ratio ratio; // new / old
    enum verdict verdict;
};

struct cell_findings {
    enum phase phase; // real if the cell has any such samples, else pilot
    bool measured;    // it has samples at all
    struct slice pilot;
    const struct estimate *estimates; // by metric and variant
    size_t estimate_count;
    const struct comparison *comparisons;
    size_t comparison_count;
    const struct dimension_row *dimensions;
    size_t dimension_count;
    const struct failure_row *failures; // by variant
    size_t failure_count;
    struct cell_progress progress;
};

// Everything a report says; lives in the arena.
struct findings {
    const char *experiment, *question, *seed; // "" where unknown
    double confidence, precision;             // precision 0: unknown
    bool quick, closed_form;                  // how repetitions were chosen
    bool fixed[LEVEL_MACHINE + 1];            // the file says how often a level is repeated
    size_t iteration;                         // 0, or the one iteration that was taken
    struct catalogue catalogue;
    struct cell_findings *cells;
    struct estimate *estimates;
    size_t estimate_count;
    struct comparison *comparisons;
    size_t comparison_count;
    struct dimension_row *dimensions;
    size_t dimension_count;
    struct failure_row *failures;
    size_t failure_count;
    struct event_row *events;
    size_t event_count;
    size_t earlier_blocks; // of cells that were since started anew; nothing else here has them
};

// Reads a store, in memory that grows with the series in it, not with the samples.
NODISCARD bool findings_load(struct arena *arena, struct store *store, struct findings *findings,
                             struct error *error);
