// Packing and unpacking archives with the helper eswexp-archive: a process of its own reads
// untrusted archives, and other commands do not load its libraries.
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
