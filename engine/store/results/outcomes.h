// Progress, failures and costs of a campaign.
#pragma once

#include "store/results/catalogue.h"

// The progress of a cell.
struct cell_progress {
    size_t blocks, open_blocks;     // of the real phase: done, and planned but not complete
    size_t builds, layouts;         // builds with a layout, distinct layouts of a variant
    size_t executions;              // that succeeded, or failed for good
    size_t retried;                 // executions that succeeded at their second attempt
    const char *reasons;            // of their first attempts: "timeout ×2, exit 3 ×1"; or ""
    size_t batch_least, batch_most; // iterations a sample averages over; 0: not batched
    double block_s;                 // wall time of one of `blocks`: builds and all attempts; or 0
};
// Fills the progress of all cells (`count` of them), at the moment when the catalogue was read.
NODISCARD bool store_progress(struct store *store, struct arena *arena, struct cell_progress *cells,
                              size_t count, struct error *error);

// Executions of one variant of a cell that failed for good.
struct failure_row {
    size_t cell, variant;
    const char *reason; // of the last attempt: "exit 9"; without any: "build failed", "given up"
    size_t executions;
};
// All failures by cell and variant, the most frequent reason first.
NODISCARD bool store_failures(struct store *store, struct arena *arena, struct failure_row **rows,
                              size_t *count, struct error *error);

// What one more repetition cost in a phase.
struct level_costs {
    double iteration_s; // one iteration
    double execution_s; // a process without its measured iterations, with its simulation
    double build_s;
    double seconds;    // a whole execution with its simulation
    size_t executions; // that were averaged; 0: nothing is known
};
NODISCARD bool store_costs(struct store *store, size_t cell, size_t variant, enum phase phase,
                           struct level_costs *costs, struct error *error);
