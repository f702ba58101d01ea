// Ending a phase early: the blocks that it does not need leave the plan.
#pragma once

#include "plan/plan.h"
#include "store/store.h"

// Removes the pilot's blocks from each cell's `blocks`-th on, of which nothing was executed, and
// sets FACT_PILOT_BLOCKS; `repetitions` are those of the pilot, by cell. One transaction.
NODISCARD bool store_shorten_pilot(struct store *store, const struct repetitions *repetitions,
                                   size_t cells, size_t blocks, struct error *error);

// Records that a pilot was planned with fewer blocks than the file's or the default, and with so
// many executions of each build.
NODISCARD bool store_pilot_sized(struct store *store, size_t blocks, size_t executions,
                                 struct error *error);

// Removes the blocks of the real experiment of which nothing was executed, and lets no query count
// one that was not executed whole. Returns how many it had, and how many are left. One transaction.
NODISCARD bool store_shorten_real(struct store *store, size_t *planned, size_t *kept,
                                  struct error *error);
