// Keeps the cache within its limits.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/log.h"

#include <stdint.h>

struct cache_cleaning {
    double older_s; // builds and logs that were not used for longer go
    bool campaigns; // so do campaigns
    uint64_t bytes; // then, in the order of their last use: builds and logs, then campaigns,
                    // until the rest takes no more; UINT64_MAX: any size
    bool tells_all; // a note for each; else for campaigns and builds only
};

struct cache_cleaned {
    size_t removed;
    uint64_t removed_bytes, left_bytes; // 0 for UINT64_MAX bytes
};

// Removes what killed processes left, and what the limits say; nothing that a living process holds.
NODISCARD bool cache_clean(const struct log *log, const struct cache_cleaning *how,
                           struct cache_cleaned *cleaned, struct error *error);
