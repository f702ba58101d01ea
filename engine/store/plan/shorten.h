// Ending a pilot early: the blocks that it does not need leave the plan.
#pragma once

#include "plan/plan.h"
#include "store/store.h"

// Removes the pilot's blocks from each cell's `blocks`-th on, of which nothing was executed, and
// sets FACT_PILOT_BLOCKS; `repetitions` are those of the pilot, by cell. One transaction.
NODISCARD bool store_shorten_pilot(struct store *store, const struct repetitions *repetitions,
                                   size_t cells, size_t blocks, struct error *error);
