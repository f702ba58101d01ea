// The sample memory of kernels/eswexp.h, on the engine's side.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "kernels/eswexp.h"

// Adds counters to be read around each batch: those of `figures`, which are counted_in_batches.
void samples_ask_counts(struct esw_request *request, uint64_t figures);

// A fresh memory file with room and pages for what `request` asks; `fd` is the caller's to close.
NODISCARD bool samples_make(const struct esw_request *request, int *fd, struct error *error);

// Copies of what the benchmark left there; nothing in it is trusted.
struct samples {
    const struct esw_header *header; // NULL: not even this
    const struct esw_sample *records;
    size_t count;
    const double *counts; // request.counter_count for each record; below 0: not known
};

// Reads it back. NULL, or why these samples do not count: "no samples: …", "3 of 10 samples",
// "sample 3 is not a finite number" … (in the arena).
const char *samples_read(struct arena *arena, int fd, const struct esw_request *request,
                         struct samples *samples);
