// Large files (git LFS): a commit holds a pointer, the bytes lie beside git's own objects.
#pragma once

#include "git/snapshot.h"

// If the blob is a pointer, adds the path of its bytes to `stored`, otherwise nothing. Missing
// bytes are an error with the command that fetches them.
NODISCARD bool large_file_find(const struct snapshot *snapshot, const git_blob *blob,
                               const char *path, struct text *stored, struct error *error);
