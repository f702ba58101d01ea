// A plan under way: batches of blocks whose builds are made together, and their executions.
#pragma once

#include "executor/executor.h"

struct local_executor;

// Blocks whose builds are made ahead together.
struct build_batch {
    size_t first_block, block_count, first_build, build_count;
    struct arena memory; // of what follows
    struct built *built;
    double build_share_s; // wall time of building, per block
};

// Zero-initialised but for its first four members.
struct plan_cursor {
    struct local_executor *executor; // NULL: no plan is under way
    const struct plan *plan;
    const struct stored_ids *ids;
    const struct executor_events *events;
    size_t block; // the next
    struct build_batch build_batch;
};

// Counts the failures of earlier sessions, after which variants are given up.
void plan_cursor_begin(struct plan_cursor *cursor);

// Runs the blocks before `end`, in order; then `block` is the next with an open execution. Stops
// between executions when *stop is set (EXIT_INTERRUPTED), and before a block that would end after
// the deadline (EXIT_DEADLINE). An execution that fails is retried once and then recorded; a
// variant whose first GIVEN_UP_AFTER attempts all failed is given up. All that was measured is
// committed.
NODISCARD bool plan_cursor_run(struct plan_cursor *cursor, size_t end, struct error *error);

// Removes the builds made ahead.
void plan_cursor_end(struct plan_cursor *cursor);
