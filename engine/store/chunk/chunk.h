// Chunks: consecutive blocks of a stored plan, in a store of their own for another machine.
#pragma once

#include "plan/plan.h"
#include "store/store.h"

#include <stdint.h>

// Writes `count` blocks from `first` on to the closed store `path`. The stored plan's first build
// and execution have the ids given. The file appears whole or not at all, and replaces an older
// one. It has the campaign's ids and facts, without the facts of its machine and of nodes; all its
// blocks are planned, even those that are measured here.
NODISCARD bool chunk_write(struct store *store, const struct plan *plan, int64_t first_build,
                           int64_t first_execution, size_t first, size_t count, const char *path,
                           struct error *error);

// Returns the plan of a chunk, in the arena, and the ids of its first build and execution.
// EXIT_USAGE: the store is no chunk.
NODISCARD bool chunk_plan(struct store *chunk, struct arena *arena, struct plan *plan,
                          int64_t *first_build, int64_t *first_execution, struct error *error);
