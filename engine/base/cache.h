// The cache, where programs are built: a folder that nobody else may write into.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// XDG_CACHE_HOME/eswexp or ~/.cache/eswexp; without a home one in /tmp for each user.
char *cache_path(struct arena *arena);

// Makes the folder `name` of the cache (mode 0700) if it is missing. Fails where another user owns
// it or a folder above it, or may write there: what is executed from it could be theirs.
NODISCARD bool cache_folder(struct arena *arena, const char *name, char **folder,
                            struct error *error);
