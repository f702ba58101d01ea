// Archives, packed and unpacked by the helper eswexp-archive: what nobody vouches for is read in a
// process of its own, and no other command waits for the libraries that it takes.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// As archive_pack(), archive_top() and archive_unpack() (base/archive/archive.h).
NODISCARD bool archiver_pack(struct arena *arena, const char *folder, const char *top,
                             const char *path, struct error *error);
NODISCARD bool archiver_top(struct arena *arena, const char *path, const char **top,
                            struct error *error);
NODISCARD bool archiver_unpack(struct arena *arena, const char *path, const char *folder,
                               struct error *error);
