// A plan under way: stretches of blocks whose builds are made together, and their executions.
#pragma once

#include "executor/builders.h"

struct build_batch {
    size_t first_block, block_count, first_build, build_count;
    struct arena memory; // of what follows
    struct built *built;
    double build_share_s; // wall time of building, per block
};

// Zero-initialised but for its first four members.
struct plan_cursor {
    struct local_executor *executor;
    const struct plan *plan;
    const struct stored_ids *ids;
    const struct executor_events *events;
    size_t block; // the next
    struct build_batch build_batch;
};

// What earlier sessions saw counts for who is given up.
void plan_cursor_begin(struct plan_cursor *cursor);

// Runs the blocks before `end`, in order; then `block` is the next of which something is open.
// Stops between executions when *stop is set (EXIT_INTERRUPTED), and before a block that would end
// after the deadline (EXIT_DEADLINE). An execution that fails is retried once and then recorded; a
// variant that has failed three times and never succeeded is given up. All that was measured is
// committed.
NODISCARD bool plan_cursor_run(struct plan_cursor *cursor, size_t end, struct error *error);

// Removes what was built ahead.
void plan_cursor_end(struct plan_cursor *cursor);

// EXIT_DEADLINE if a block that begins in `before_s` would end after the deadline.
NODISCARD bool block_is_in_time(const struct local_executor *executor,
                                const struct planned_block *block, double before_s,
                                struct error *error);

// Runs the open executions of the blocks from the next one to before `end`, whose builds are made.
NODISCARD bool build_batch_execute(const struct plan_cursor *cursor, size_t end,
                                   struct error *error);
