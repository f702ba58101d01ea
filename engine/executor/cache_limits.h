// The limits of the cache, which the user's environment sets.
#pragma once

#include "base/files/cache_clean.h"

struct cache_limits {
    uint64_t bytes; // of all that it holds
    double older_s; // builds that were not used for longer go
};

// ESWEXP_CACHE_SIZE (5Gi) and ESWEXP_CACHE_DAYS (30). EXIT_USAGE: no size, no number.
NODISCARD bool cache_limits_read(struct cache_limits *limits, struct error *error);

// Removes what killed processes left and builds that are too old; cheap. A cache that cannot be
// read is left to those who need it. Nothing may be measured meanwhile.
NODISCARD bool cache_sweep(const struct log *log, struct error *error);

// The same, then what is too much.
void cache_limit(const struct log *log, const struct cache_limits *limits);
