// Builds of revisions that stay in the cache, so that the next campaign need not repeat them.
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stdint.h>

// Where builds are kept. NULL folder: nowhere.
struct kept_builds {
    const char *folder;  // in the cache
    uint64_t bytes_most; // a larger one is not kept
    bool replace;        // build anew, and keep that instead
};

// The folder of the build with this key.
const char *kept_folder(struct arena *arena, const struct kept_builds *builds, const char *key);

// Puts the kept parts of a build, which must be as they were kept, in the place of those of
// `folder`. False, and these are untouched, if it is not there (no error text), or with the reason;
// a damaged one is removed. *since: when it was kept, in seconds since 1970.
NODISCARD bool kept_restore(const char *kept, const char *folder, int64_t *since,
                            struct error *error);

// Keeps the parts of a build, unless another process does so. A folder that is not whole is not
// used, even after kill -9.
NODISCARD bool kept_store(const char *kept, const char *folder, const char *title, const char *key,
                          uint64_t bytes_most, struct error *error);

// Removes a kept build, unless another process uses it.
void kept_discard(const char *kept);
