// The processors that this process, and so a benchmark, may use.
#pragma once

#include "base/arena.h"

#include <stdbool.h>

bool cpu_is_available(size_t cpu);

// "0-3, 6", for people.
const char *cpus_available(struct arena *arena);
