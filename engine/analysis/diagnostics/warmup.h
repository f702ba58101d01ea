// Where the warm-up of a cell ends, found in its pilot.
#pragma once

#include "analysis/estimate/levels.h"

enum {
    WARMUP_ROOM = 40, // iterations a pilot execution makes beyond pilot.iterations to look for it
    WARMUP_MOST = 20, // iterations
};

// The pilot's samples: as stored with the dimensioning; else, if the fact "warmup" is auto, found
// here, from what is stored alone: the median over a variant's executions of where they become
// steady (warmup_detect()), the longest of the variants', at most WARMUP_MOST and what the shortest
// execution can spare, and pilot.iterations after it.
//
// `steady` is false if most executions of some variant never are. Then, unless the file fixes
// real.iterations, the slice is one iteration, the first after WARMUP_MOST or an execution's last:
// the same of every execution (KJ). Iterations that are steady but not independent are all kept:
// the interval rests on means of the top level and holds as it is, and what they add is in the T²
// that the pilot shows of the levels above.
NODISCARD bool warmup_slice(struct store *store, const struct catalogue *catalogue, size_t cell,
                            struct slice *slice, bool *steady, struct error *error);

// The iteration, from 1, that is taken of every execution because most never became steady; else 0.
size_t iteration_taken(const struct stored_cell *cell);
