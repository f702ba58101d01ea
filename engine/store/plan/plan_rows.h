// Writing the plan: blocks, builds and executions, before any of them runs.
#pragma once

#include "plan/plan.h"
#include "store/facts.h"
#include "store/store.h"

#include <stdint.h>

enum { PIECE_EXECUTIONS = 1 << 15 }; // of a plan that are in memory at one time

// Writes all that a planner makes in one transaction; returns the ids of the first build and of the
// first execution (the others follow in order). The blocks belong to the machine that FACT_HOST
// names ("local" without that fact).
NODISCARD bool store_planned(struct store *store, struct planner *planner, int64_t *first_build,
                             int64_t *first_execution, struct error *error);

// Adds what a planner makes to a stored phase, whose blocks it numbers on, sets the facts, and
// removes FACT_FINISHED, in one transaction.
NODISCARD bool store_extend_plan(struct store *store, struct planner *planner,
                                 const struct stored_fact *facts, size_t count,
                                 struct error *error);
