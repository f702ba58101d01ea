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
    EXACT_TOP_LEAST = 2, // where all values of the pilot are the same
    QUICK_TOP_LEAST = 5,
    QUICK_ITERATIONS_MOST = 100,
    QUICK_EXECUTIONS_MOST = 10,
    QUICK_BUILDS_MOST = 6,
    QUICK_TOP_EXECUTIONS_MOST = 30, // where executions are the top level
};

// Fills in `repetitions` of each cell that is not `already_planned` (NULL: none is), and leaves
// first_block unchanged. All variants and metrics of a cell share them. A cell that takes longer
// than `limit_s` (0: no limit) gets counts as affordable_search() has them. Stores the rows of
// dimensioning.csv and the warm-up. Stores an event if the precision is out of reach or executions
// never become steady. A cell without any sample in its pilot gets no blocks.
NODISCARD bool dimension_cells(struct store *store, const struct spec *spec,
                               const bool *already_planned, double limit_s,
                               struct repetitions *repetitions, struct error *error);
