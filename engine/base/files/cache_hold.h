// A folder of the cache that the process which fills it holds.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// Its lock ends with the process, even after kill -9: then the folder may be removed.
struct cache_hold {
    const char *path;
    int lock;
    bool taken; // it was not made, as another process has it
};

// Makes the folder `path`, which must not exist, and locks it.
NODISCARD bool cache_hold_make(struct cache_hold *hold, const char *path, struct error *error);

// Makes and locks a folder of a name of its own in the folder `kind` of the cache.
NODISCARD bool cache_hold_temporary(struct arena *arena, const char *kind, struct cache_hold *hold,
                                    struct error *error);

// Removes the folder, then releases it.
NODISCARD bool cache_hold_remove(struct cache_hold *hold, struct error *error);
