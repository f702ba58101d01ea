// The end of a cell's warm-up, found in its pilot.
#pragma once

#include "analysis/estimate/levels.h"

enum {
    WARMUP_ROOM = 40, // iterations of a pilot execution beyond pilot.iterations, for the search
    WARMUP_MOST = 20, // iterations
};

// The slice of the pilot's executions that the analysis uses (docs/method.md, "Warm-up detection").
// The dimensioning stores the slice. Before that, if the fact "warmup" is auto, this function finds
// it from the stored samples alone. It takes the median warm-up (warmup_detect()) of each variant's
// executions, and of these the longest; it cuts at most WARMUP_MOST iterations, and no more than
// the shortest execution can spare. The slice has the pilot.iterations after this cut.
//
// `steady` is false if most executions of some variant never become steady. Then, unless the file
// fixes real.iterations, the slice is one iteration, the same of every execution: the first after
// WARMUP_MOST, or the last of an execution. Iterations that are steady but not independent all
// count: the interval rests on means of the top level and stays valid, and their covariance adds to
// the T² of the levels above.
NODISCARD bool warmup_slice(struct store *store, const struct catalogue *catalogue, size_t cell,
                            struct slice *slice, bool *steady, struct error *error);

// The only iteration, from 1, that every execution records; 0: executions become steady.
size_t iteration_taken(const struct stored_cell *cell);
