// Choosing quiet physical cores to measure on.
#pragma once

#include "base/arena.h"

#include <stddef.h>

struct quiet_watch;

// Begins a span of about a second, in which this process stays idle. `root` as in machine_root(),
// borrowed.
struct quiet_watch *quiet_begin(struct arena *arena, const char *root);

// One CPU of each chosen physical core, the best first, and a sentence about them. With count 0 the
// sentence says why there is none.
struct quiet_cores {
    int *cpus;
    size_t count;
    const char *words;
};

// Ends the span and chooses `wanted` cores (at least 1). Idle cores come first, isolated ones
// before others, then those with fewest interrupts; the first core, where the kernel does most of
// its own work, comes last. All are on one memory node if it has enough. Among equals the last core
// wins.
struct quiet_cores quiet_end(struct arena *arena, const struct quiet_watch *watch, size_t wanted);
