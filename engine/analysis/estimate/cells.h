// Each cell's data in a store.
#pragma once

#include "analysis/estimate/estimate.h"
#include "analysis/estimate/levels.h"
#include "store/results/outcomes.h"

struct cell_findings {
    enum phase phase; // real if the cell has samples of the real phase, else pilot
    bool measured;    // the cell has samples
    struct slice pilot;
    size_t probed; // iterations within which a probe before the pilot became steady; 0: none
    const struct estimate *estimates; // by metric and variant
    size_t estimate_count;
    const struct variant_ratio *variant_ratios;
    size_t variant_ratio_count;
    const struct dimension_row *dimensions;
    size_t dimension_count;
    const struct failure_row *failures; // by variant
    size_t failure_count;
    const char **absent; // by variant: why it has no values (absent.h), or NULL
    size_t absent_count;
    struct cell_progress progress;
};

struct cells {
    struct cell_findings *items;      // in the catalogue's order
    struct dimension_row *dimensions; // of all cells
    size_t dimension_count;
    struct failure_row *failures;
    size_t failure_count;
};

// Reads phases, progress, dimensioning and failures; everything lives in the arena. Leaves out the
// pilot's slice (warmup_slice()), `probed` and the estimates (estimates_load()).
NODISCARD bool cells_load(struct arena *arena, struct store *store,
                          const struct catalogue *catalogue, struct cells *cells,
                          struct error *error);

// Sets phase and whether the cell was measured.
void cells_set_phases(const struct catalogue *catalogue, struct cell_findings *cells);

// Whether layouts are few for the number of builds; also where they are unknown.
bool layouts_are_alike(const struct cell_progress *progress);

// Builds of a variant with layouts of their own behind its estimates; 0: layouts are alike.
size_t builds_with_layouts(const struct cell_findings *cell, size_t variant);
