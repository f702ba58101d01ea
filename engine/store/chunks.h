// Chunks: consecutive blocks of a stored plan in a store of their own, to be measured elsewhere.
#pragma once

#include "store/store.h"

// Writes the blocks from `first` on of a stored plan, whose first build and execution have the ids
// given, as the closed store `path`: there whole or not at all, an older one is replaced. It has
// the campaign's facts but those of its machine and of nodes, and the ids of the campaign; nothing
// of the blocks is measured, whatever there is of them here.
NODISCARD bool chunk_write(struct store *store, const struct plan *plan, int64_t first_build,
                           int64_t first_execution, size_t first, size_t count, const char *path,
                           struct error *error);

// The plan of a chunk, in the arena, and the ids of its first build and execution. EXIT_USAGE where
// the store is no chunk.
NODISCARD bool chunk_plan(struct store *chunk, struct arena *arena, struct plan *plan,
                          int64_t *first_build, int64_t *first_execution, struct error *error);

// Takes over from the chunk's file `path` its blocks of which nothing is planned any more, where
// something still is here: all that this store has of them is replaced, their machine becomes the
// chunk's fact "host". So merging can be repeated, in any order, and the first whole block wins.
// Events come along once each. What the node says of machine, toolchain, program, randomized,
// fixed and placement becomes facts "node.HOST.KEY"; but for machine and placement also the
// campaign's own where it has none.
//
// One transaction, on the disk when it returns; false: nothing is taken over. EXIT_USAGE: the file
// is damaged, no chunk, or another campaign's; EXIT_FAILED with the differences: its toolchain or
// program is not the campaign's.
NODISCARD bool chunk_merge(struct store *store, const char *path, size_t *blocks,
                           struct error *error);
