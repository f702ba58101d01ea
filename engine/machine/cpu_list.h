// The processors that this process, and so a benchmark, may use.
#pragma once

#include "base/arena.h"

#include <stdbool.h>

// Takes the next CPUs, `first` to `last`, off a list such as "0-3,6"; false if it is none.
bool cpus_next(const char **list, size_t *first, size_t *last);

bool cpu_is_available(size_t cpu);

// As such a list.
const char *cpus_available(struct arena *arena);
