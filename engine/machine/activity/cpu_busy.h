// How busy each CPU is, whoever makes it so: two looks at /proc/stat.
#pragma once

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

struct cpu_ticks {
    uint64_t busy, all;
};

struct cpu_busy {
    const struct cpu_ticks *ticks; // by number of the CPU
    size_t count;
    const char *why; // they cannot be told, or NULL
};

// Looks below `root` ("" for this machine, a folder for a fake one).
struct cpu_busy cpu_busy_read(struct arena *arena, const char *root);

// The share, 0 to 1, of a CPU's time between two looks; 0 where its ticks stand still.
double cpu_busy_between(const struct cpu_busy *before, const struct cpu_busy *after, int cpu);
