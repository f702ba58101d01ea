// The pilot's answer: warm-up, expected cost, and how often each level is repeated.
#pragma once

#include "store/store.h"

// A row of dimensioning.csv.
struct stored_dimension {
    size_t variant;
    const char *metric;
    int level;                      // 1 iteration, 2 execution, 3 build
    double cost_s, T2, closed_form; // closed_form 0: it has no answer
    size_t used;
};

// What the pilot found for a cell. Of every pilot execution's values the first `warmup` are dropped
// and the next `pilot_iterations` are used (0: all).
struct stored_dimensioning {
    size_t cell, warmup, pilot_iterations;
    double half_width, cost_s; // relative half-width and wall time to expect of the real experiment
    const struct stored_dimension *rows;
    size_t row_count;
};
// Replaces what is stored for the cell.
NODISCARD bool store_dimensioning(struct store *store,
                                  const struct stored_dimensioning *dimensioning,
                                  struct error *error);

// A row of dimensioning.csv with its cell.
struct dimension_row {
    size_t cell;
    struct stored_dimension dimension;
};
// All rows by cell, metric, variant and level.
NODISCARD bool store_dimensions(struct store *store, struct arena *arena,
                                struct dimension_row **rows, size_t *count, struct error *error);
