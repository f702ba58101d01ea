// Executing the blocks of a build batch, one child at a time.
#pragma once

#include "executor/local/plan_cursor.h"

// EXIT_DEADLINE if a block that begins in `before_s` would end after the deadline or the budget.
NODISCARD bool block_is_in_time(struct local_executor *executor, const struct planned_block *block,
                                double before_s, struct error *error);

// Runs the open executions of the blocks from the next one to before `end`, whose builds are made.
NODISCARD bool build_batch_execute(const struct plan_cursor *cursor, size_t end,
                                   struct error *error);
