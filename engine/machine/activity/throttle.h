// How often the CPUs were slowed down because they were too hot, or drew too much power.
#pragma once

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

struct throttle_watch {
    const char **files; // of the kernel's counters, by CPU; none where it does not tell
    size_t count;
    uint64_t events;
    int64_t looked_ns; // boot clock
};

// Looks below `root` ("" for this machine, a folder for a fake one).
struct throttle_watch throttle_begin(struct arena *arena, const char *root);

// Looks again if the last look is at least `after_ns` ago: events since then, summed over the CPUs;
// else 0. Some microseconds a CPU, so nothing for while a measurement runs.
uint64_t throttle_read(struct throttle_watch *watch, int64_t after_ns);
