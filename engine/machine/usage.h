// Memory usage, and the temperature of the CPUs.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

// Reads a field of /proc/meminfo ("MemAvailable"); false if there is none.
bool usage_memory(const char *root, const char *field, uint64_t *bytes);

struct temperature {
    const char *sensor; // "coretemp"
    double celsius;     // at the hottest sensor
    double limit;       // at which the CPU slows down, or the critical one; 0: not known
};

// The CPUs' temperature; false if they have no sensor.
bool usage_temperature(struct arena *arena, const char *root, struct temperature *temperature);
