// Large files (git LFS): a commit has a pointer, the bytes lie beside git's own objects.
#pragma once

#include "git/snapshot.h"

// Adds the path of the bytes to `stored` if the blob is a pointer, and nothing if it is none. One
// whose bytes are not here is an error with the command that gets them.
NODISCARD bool large_file_find(const struct snapshot *snapshot, const git_blob *blob,
                               const char *path, struct text *stored, struct error *error);
