// Dividing the cells of suites: a cell for every benchmark of their executions.
#pragma once

#include "analysis/estimate/cells.h"

// The catalogue with each suite's cell replaced by those of its benchmarks, ENTRY/NAME, in the
// order in which they were first reported; a suite without samples stays. Benchmarks without values
// follow (absent.h). *divided is false, and the catalogue as it was, if there is neither.
// Everything lives in the arena.
NODISCARD bool suites_divide(struct arena *arena, struct store *store, struct catalogue *catalogue,
                             bool *divided, struct error *error);

// Values by cell of a store (`size` bytes for each) as those of a divided catalogue; NULL of NULL.
void *suites_spread(struct arena *arena, const struct catalogue *catalogue, const void *by_cell,
                    size_t size);

// The same of what is known of each cell.
struct cells suites_cells(struct arena *arena, const struct catalogue *catalogue,
                          const struct cells *stored);
