// The end of a cell's warm-up, found in its pilot.
#pragma once

#include "analysis/estimate/levels.h"

enum {
    WARMUP_ROOM = 40, // iterations of a pilot execution beyond pilot.iterations, to find it in
    WARMUP_MOST = 20, // iterations left out of executions that never become steady
};

// The slice of the pilot's executions that the analysis uses (docs/method.md, "Warm-up detection").
// The dimensioning stores it; before that, if the fact "warmup" is auto, it is found here from the
// stored samples alone: the median over a variant's executions of where they become steady
// (warmup_detect()), the longest of the variants', at most what the shortest execution can spare,
// and pilot.iterations after it.
//
// `steady` is false if most executions of some variant never become steady. Then, unless the file
// fixes real.iterations, the slice is one iteration, the same of every execution: the first after
// WARMUP_MOST, or the last of an execution. Iterations that are steady but not independent all
// count: the interval rests on means of the top level and stays valid, and their covariance adds to
// the T² of the levels above.
NODISCARD bool warmup_slice(struct store *store, const struct catalogue *catalogue, size_t cell,
                            struct slice *slice, bool *steady, struct error *error);

// Sorts where executions become steady; returns the median, the longer of the middle two; 0 of
// none.
size_t warmup_median(size_t *ends, size_t count);

// The only iteration, from 1, that every execution records; 0: executions become steady.
size_t iteration_taken(const struct stored_cell *cell);
