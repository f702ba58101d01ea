// A new folder below $TMPDIR, or /tmp.
#pragma once

#include "base/arena.h"

#include <stdlib.h>

// Its path: absolute, without links.
static inline char *temporary_folder(struct arena *arena)
{
    const char *given = getenv("TMPDIR");
    char *parent = realpath(given && *given ? given : "/tmp", NULL);
    char *folder = arena_printf(arena, "%s/eswexp-test-XXXXXX", parent ? parent : "/tmp");
    free(parent);
    return mkdtemp(folder);
}
