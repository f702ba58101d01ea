// The means of a side by block, and the blocks that two sides share.
#pragma once

#include "base/arena.h"

#include <stddef.h>

// In ascending order of blocks, each once; 0 of a side whose top units are no blocks.
struct block_means {
    const size_t *block;
    const double *mean;
    size_t count;
};

struct block_pairs {
    const size_t *block;
    const double *old, *new;
    size_t count;
};

// The blocks that both sides have, into the arena.
struct block_pairs block_pairs_of(struct arena *arena, const struct block_means *old,
                                  const struct block_means *new);
