// Choosing the repetition counts of the real experiment from the pilot in the store
// (docs/method.md, "Dimensioning: closed form", "Dimensioning: search").
#pragma once

#include "plan/plan.h"
#include "store/store.h"

// Bounds of the repetitions of a level that the file does not fix.
enum {
    ITERATIONS_MOST = 10000,
    EXECUTIONS_MOST = 1000,
    BUILDS_MOST = 10000,
    QUICK_TOP_LEAST = 5,
    QUICK_ITERATIONS_MOST = 100,
    QUICK_EXECUTIONS_MOST = 10,
    QUICK_BUILDS_MOST = 6,
    QUICK_TOP_EXECUTIONS_MOST = 30, // where executions are the top level
};

// Fills in `repetitions`, one per cell but for those that are `already_planned` (NULL: none), and
// leaves first_block as it is. All variants and metrics of a cell share them. Stores the rows of
// dimensioning.csv and the warm-up, and an event where the precision is out of reach or executions
// never become steady. A cell without any sample in its pilot gets no blocks.
NODISCARD bool dimension_cells(struct store *store, const struct spec *spec,
                               const bool *already_planned, struct repetitions *repetitions,
                               struct error *error);
