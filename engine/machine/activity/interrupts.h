// How many interrupts each CPU has taken, whatever they were.
#pragma once

#include "base/arena.h"

#include <stdint.h>

struct interrupts {
    const uint64_t *totals;  // since the start of the machine, by number of the CPU
    const uint64_t *devices; // of these, of devices
    size_t count;
    size_t cpus;     // that are online
    const char *why; // they cannot be told, or NULL
};

// Looks below `root` ("" for this machine, a folder for a fake one).
struct interrupts interrupts_read(struct arena *arena, const char *root);

// What a CPU took between two looks.
uint64_t interrupts_between(const struct interrupts *before, const struct interrupts *after,
                            int cpu);
