// The number of interrupts that each CPU has taken.
#pragma once

#include "base/arena.h"

#include <stdint.h>

struct interrupts {
    const uint64_t *totals;  // since the start of the machine, by number of the CPU
    const uint64_t *devices; // of these, of devices
    size_t count;
    size_t cpus;     // that are online
    const char *why; // they are not known, or NULL
};

// `root` as in machine_root().
struct interrupts interrupts_read(struct arena *arena, const char *root);

// Interrupts of a CPU between two readings.
uint64_t interrupts_between(const struct interrupts *before, const struct interrupts *after,
                            int cpu);
