// The engine's side of the sample memory of kernels/eswexp.h.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "kernels/eswexp.h"

// Requests the counters of `figures` (of counted_in_batches) for each batch.
void samples_ask_counts(struct esw_request *request, uint64_t figures);

// Makes a memory file with space and pages for `request`; the caller closes *fd.
NODISCARD bool samples_make(const struct esw_request *request, int *fd, struct error *error);

// Copies of the samples that the benchmark wrote, checked before use.
struct samples {
    const struct esw_header *header; // NULL: there is none
    const struct esw_sample *records;
    size_t count;
    const double *counts; // request.counter_count for each record; below 0: unknown
};

// Reads the samples into the arena. NULL, or why they are invalid: "no samples: …", "3 of 10
// samples", "sample 3 is not a finite number" … `unread` becomes the errno of a read that failed.
const char *samples_read(struct arena *arena, int fd, const struct esw_request *request,
                         struct samples *samples, int *unread);
