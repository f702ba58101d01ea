// Merging: the results of a chunk become the campaign's.
#pragma once

#include "store/store.h"

// Takes the blocks of the chunk's file `path` in which nothing is planned any more, where something
// still is planned here. They replace what this store has of them, and their machine becomes the
// chunk's FACT_HOST. So chunks may be merged repeatedly and in any order; the first whole block
// wins.
//
// Events are added, each text once. The node's machine, toolchains, programs, randomizers and
// process settings become facts of FACTS_NODE; toolchains, programs and randomizers also become the
// campaign's own where it has none.
//
// One transaction, on the disk when the function returns; where it fails, nothing is taken.
// EXIT_USAGE: the file is damaged, is no chunk, or belongs to another campaign. EXIT_FAILED, with
// the differences: its toolchain or program is not the campaign's.
NODISCARD bool chunk_merge(struct store *store, const char *path, size_t *blocks,
                           struct error *error);
