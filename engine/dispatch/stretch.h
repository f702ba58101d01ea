// A stretch of blocks whose builds are made together, and its executions.
#pragma once

#include "dispatch/builders.h"

struct stretch {
    size_t first_block, block_count, first_build, build_count;
    struct built *built;
    double build_share_s; // wall time of building, per block
};

// EXIT_DEADLINE if a block that begins in `before_s` would end after the deadline.
NODISCARD bool block_is_in_time(const struct workbench *workbench,
                                const struct planned_block *block, double before_s,
                                struct error *error);

// Runs the open executions of a stretch, whose builds are made, in order.
NODISCARD bool stretch_execute(struct workbench *workbench, const struct plan *plan,
                               const struct stored_ids *ids, const struct stretch *stretch,
                               const struct workbench_events *events, struct error *error);
