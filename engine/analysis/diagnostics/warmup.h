// The end of a cell's warm-up, found in its pilot.
#pragma once

#include "analysis/estimate/levels.h"

// Iterations of a pilot execution beyond pilot.iterations, to find the end of the warm-up in.
enum { WARMUP_ROOM = 40 };

// The slice of the pilot's executions that the analysis uses (docs/method.md, "Warm-up detection").
// The dimensioning stores it; before that, if the fact "warmup" is auto, it is found here from the
// stored samples alone, by warmup_choice_slice(). `steady` is false if most executions of some
// variant never become steady.
NODISCARD bool warmup_slice(struct store *store, const struct catalogue *catalogue, size_t cell,
                            struct slice *slice, bool *steady, struct error *error);

// The only iteration, from 1, that every execution records; 0: executions become steady.
size_t iteration_taken(const struct stored_cell *cell);
