// How busy each CPU is between two readings of /proc/stat.
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
    const char *why; // there are none, or NULL
};

// `root` as in machine_root().
struct cpu_busy cpu_busy_read(struct arena *arena, const char *root);

// The busy share, 0 to 1, of a CPU's time between two readings; 0 where its ticks do not advance.
double cpu_busy_between(const struct cpu_busy *before, const struct cpu_busy *after, int cpu);
