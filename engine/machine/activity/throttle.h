// How often the CPUs were throttled because of their temperature or power.
#pragma once

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

struct throttle_watch {
    const char **files; // of the kernel's counters, by CPU; none where the kernel does not count
    size_t count;
    uint64_t events;
    int64_t looked_ns; // boot clock
};

// `root` as in machine_root().
struct throttle_watch throttle_begin(struct arena *arena, const char *root);

// Returns the events since the last reading, summed over the CPUs; 0 if that reading is less than
// `after_ns` ago. It takes some microseconds a CPU, so it is not for use during a measurement.
uint64_t throttle_read(struct throttle_watch *watch, int64_t after_ns);
