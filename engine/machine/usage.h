// What is used of memory, and how hot the CPUs are.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

// Of a field of /proc/meminfo ("MemAvailable"); false if it is not told.
bool usage_memory(const char *root, const char *field, uint64_t *bytes);

struct temperature {
    const char *sensor; // "coretemp"
    double celsius;     // of the hottest place
    double limit;       // from which it slows down, or is said to be critical; 0: not told
};

// Of the CPUs; false if no sensor of theirs is seen.
bool usage_temperature(struct arena *arena, const char *root, struct temperature *temperature);
