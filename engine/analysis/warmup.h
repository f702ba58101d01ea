// Where the warm-up of a cell ends, found in its pilot.
#pragma once

#include "analysis/levels.h"

enum {
    WARMUP_ROOM = 40, // iterations a pilot execution makes beyond pilot.iterations to look for it
    WARMUP_MOST = 20, // iterations
};

// The pilot's samples: as stored with the dimensioning; else, if the fact "warmup" is auto, found
// here: the median MSER-5 cut over a variant's executions, the longest of the variants', at most
// WARMUP_MOST and what the shortest execution can spare, and pilot.iterations after it. `steady` is
// false if most executions were never seen to be so.
NODISCARD bool warmup_slice(struct store *store, const struct catalogue *catalogue, size_t cell,
                            struct slice *slice, bool *steady, struct error *error);

// The iteration, from 1, that is taken of every execution because most never became steady; else 0.
size_t iteration_taken(const struct stored_cell *cell);
