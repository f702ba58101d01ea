// Benchmarks that a variant was asked for and gave no values of, each with its reason.
#pragma once

#include "analysis/estimate/cells.h"

// Adds the benchmarks that no variant has values of to a catalogue whose suites are divided, each
// behind the cells of its entry. *count are the facts that were found; false is an error.
NODISCARD bool absent_add_cells(struct arena *arena, struct store *store,
                                struct catalogue *catalogue, size_t *count, struct error *error);

// Enters the reasons in the cells of that catalogue.
NODISCARD bool absent_set_reasons(struct arena *arena, struct store *store,
                                  const struct catalogue *catalogue, struct cells *cells,
                                  struct error *error);

// Why a variant has no values in the cell, such as "failed: no disk"; NULL: not known.
const char *absent_reason(const struct cell_findings *cell, size_t variant);
