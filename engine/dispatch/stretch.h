// A plan under way: stretches of blocks whose builds are made together, and their executions.
#pragma once

#include "dispatch/builders.h"

struct stretch {
    size_t first_block, block_count, first_build, build_count;
    struct arena memory; // of what follows
    struct built *built;
    double build_share_s; // wall time of building, per block
};

// Zero-initialised but for its first four members.
struct course {
    struct workbench *workbench;
    const struct plan *plan;
    const struct stored_ids *ids;
    const struct workbench_events *events;
    size_t block; // the next
    struct stretch stretch;
};

// What earlier sessions saw counts for who is given up.
void course_begin(struct course *course);

// Runs the blocks before `end`, in order; then `block` is the next of which something is open.
// Stops between executions when *stop is set (EXIT_INTERRUPTED), and before a block that would end
// after the deadline (EXIT_DEADLINE). An execution that fails is retried once and then recorded; a
// variant that has failed three times and never succeeded is given up. All that was measured is
// committed.
NODISCARD bool course_run(struct course *course, size_t end, struct error *error);

// Removes what was built ahead.
void course_end(struct course *course);

// EXIT_DEADLINE if a block that begins in `before_s` would end after the deadline.
NODISCARD bool block_is_in_time(const struct workbench *workbench,
                                const struct planned_block *block, double before_s,
                                struct error *error);

// Runs the open executions of the blocks from the next one to before `end`, whose builds are made.
NODISCARD bool stretch_execute(const struct course *course, size_t end, struct error *error);
