// A time by which measuring is to be over.
#pragma once

#include "base/arena.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

// How long blocks take, to tell whether another one fits. Zero-initialised there is no deadline.
struct deadline {
    int64_t at_ns;   // boot clock; 0: none
    double *block_s; // by cell: sum over its blocks
    size_t *blocks;
    size_t cells;
    double build_s; // of the last builds made ahead, per block
};

void deadline_begin(struct deadline *deadline, struct arena *arena, size_t cells);

// A block took so long, its share of the builds included.
void deadline_learn(struct deadline *deadline, size_t cell, double seconds);

// Whether there is that much time left.
bool deadline_leaves(const struct deadline *deadline, double seconds);

// Whether a block of a cell that begins in `before_s` is expected to end in time. A cell of which
// nothing is known takes as long as the mean of the others.
bool deadline_allows(const struct deadline *deadline, size_t cell, double before_s);
