// From the pilot in the store to the repetition counts of the real experiment.
#pragma once

#include "plan/plan.h"
#include "store/store.h"

// What a level may at most be repeated, where the file does not fix it.
enum {
    ITERATIONS_MOST = 10000,
    EXECUTIONS_MOST = 1000,
    BUILDS_MOST = 10000,
    QUICK_ITERATIONS_MOST = 100,
    QUICK_EXECUTIONS_MOST = 10,
    QUICK_BUILDS_MOST = 6,
    QUICK_TOP_EXECUTIONS_MOST = 30, // where executions are the top level
};

// Fills in `repetitions`, one per cell but for those that are `kept` (NULL: none); first_block is
// left alone. All variants and metrics of a cell share them. Writes the rows of dimensioning.csv
// and the warm-up into the store, and an event where the precision is out of reach or no steady
// state was seen. A cell without any sample in its pilot gets no blocks.
NODISCARD bool dimension_cells(struct store *store, const struct spec *spec,
                               const bool *already_planned, struct repetitions *repetitions,
                               struct error *error);
