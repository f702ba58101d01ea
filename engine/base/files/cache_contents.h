// What the cache holds, and removing it entry by entry.
#pragma once

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

enum cache_kind {
    CACHE_BUILD,      // of a revision, kept for the next campaign
    CACHE_CAMPAIGN,   // of `compare`
    CACHE_LOG,        // of a failed build
    CACHE_UNFINISHED, // of a process that runs, or that was killed
};

struct cache_entry {
    enum cache_kind kind;
    const char *folder, *name; // within the cache: "compare/lua", "20260131T235959Z"
    const char *title;         // for people
    uint64_t bytes;            // on the disk; 0 if sizes were not asked for
    int64_t used;              // last, in seconds since 1970
};

struct cache_contents {
    const char *path;
    struct cache_entry *items;
    size_t count;
    uint64_t bytes;
};

// The file of a kept build that is written last: its first line is the title. A folder without it
// is unfinished.
#define CACHE_BUILD_FILE "about"

// Lists the cache; `sizes`: also adds up the files of each entry, which takes a while.
NODISCARD bool cache_list(struct arena *arena, bool sizes, struct cache_contents *contents,
                          struct error *error);

// Whether a living process holds an entry.
bool cache_entry_is_held(const struct cache_contents *contents, const struct cache_entry *entry);

// Removes an entry that no living process holds; returns whether it is gone. Follows no link.
bool cache_entry_remove(const struct cache_contents *contents, const struct cache_entry *entry);
