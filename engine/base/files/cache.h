// The cache, where programs are built: a folder that no other user may write into.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// XDG_CACHE_HOME/eswexp or ~/.cache/eswexp; without a home, a folder of this user in /tmp.
char *cache_path(struct arena *arena);

// Makes the folder `name` of the cache (mode 0700) if it is missing. Fails if another user owns the
// folder or one above it, or may write there: that user could replace programs that eswexp runs.
NODISCARD bool cache_folder(struct arena *arena, const char *name, char **folder,
                            struct error *error);
