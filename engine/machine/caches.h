// The data caches of this machine, as the kernel reports them.
#pragma once

#include "machine/fact.h"

#include <stddef.h>
#include <stdint.h>

enum { CACHE_LEVELS_MOST = 4 };

struct cache {
    const char *name; // "L1d", "L2"
    uint64_t bytes;
    size_t sharers; // CPUs that use one of it
};

// Of the lowest CPU that has this information; sizes and sharers by level, instruction caches left
// out: "L1d 48 KiB, L2 1 MiB, L3 32 MiB shared by 2 CPUs". And the length of their lines: "64 B".
machine_reader caches_data, caches_line;

// Parses the result of caches_data(); returns the number of caches, 0 if it has none.
size_t caches_told(struct arena *arena, const char *fact, struct cache caches[CACHE_LEVELS_MOST]);

// Parses the result of caches_line(); 0 if it has none.
uint64_t caches_line_told(const char *fact);

// "48 KiB", "1 MiB", "1000 B".
const char *bytes_wording(struct arena *arena, uint64_t bytes);
