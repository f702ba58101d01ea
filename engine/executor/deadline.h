// The deadline of a campaign, and whether another block fits before it.
#pragma once

#include "base/arena.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

// With the durations of blocks so far. Zero-initialised: no deadline.
struct deadline {
    int64_t at_ns;   // boot clock; 0: none
    double *block_s; // by cell: sum over its blocks
    size_t *blocks;
    size_t cells;
    double build_s; // of the last builds made ahead, per block
};

void deadline_begin(struct deadline *deadline, struct arena *arena, size_t cells);

// Adds the duration of a block, its share of the builds included.
void deadline_learn(struct deadline *deadline, size_t cell, double seconds);

// Whether at least that much time is left.
bool deadline_leaves(const struct deadline *deadline, double seconds);

// Whether a block of a cell that begins in `before_s` is expected to end in time. A cell without a
// block so far is expected to take the mean of the others.
bool deadline_allows(const struct deadline *deadline, size_t cell, double before_s);
