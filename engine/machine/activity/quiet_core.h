// Quiet physical cores to measure on: which, and why.
#pragma once

#include "base/arena.h"

#include <stddef.h>

struct quiet_watch;

// Looks below `root` ("" for this machine, a folder for a fake one, borrowed); a span begins, of a
// second or so, in which this process does nothing.
struct quiet_watch *quiet_begin(struct arena *arena, const char *root);

// One CPU of each of so many physical cores, the best first, and a sentence on them; without CPUs
// (count 0) it says why.
struct quiet_cores {
    int *cpus;
    size_t count;
    const char *words;
};

// Looks again and chooses: cores that nobody keeps busy, isolated ones first, not the first core,
// where the kernel does most of its own work, then those with fewest interrupts; all on one memory
// node if there are enough. Of equals the last. `wanted` is at least 1.
struct quiet_cores quiet_end(struct arena *arena, const struct quiet_watch *watch, size_t wanted);
