// Large files (git LFS): a commit holds a pointer, the bytes lie beside git's own objects.
#pragma once

#include "git/snapshot.h"

#include <sys/types.h>

enum { LARGE_FILE_NAME = 64 }; // hexadecimal digits

// Reads name and size of a pointer: "oid sha256:0123…" and "size 123", each a line.
NODISCARD bool large_file_pointer(const char *bytes, size_t length,
                                  char name[static LARGE_FILE_NAME + 1], off_t *size);

// If the blob is a pointer, adds the path of its bytes to `stored`, otherwise nothing. Missing
// bytes are an error with the command that fetches them.
NODISCARD bool large_file_find(const struct snapshot *snapshot, const git_blob *blob,
                               const char *path, struct text *stored, struct error *error);
