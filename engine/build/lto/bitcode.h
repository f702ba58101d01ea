// Objects of LLVM bitcode, of which a link generates code, and archives with such members.
#pragma once

#include "base/arena.h"
#include "base/error.h"

enum content { CONTENT_OTHER, CONTENT_BITCODE, CONTENT_BOTH }; // both: an archive that mixes them

// OTHER also for a file that cannot be read.
enum content content_of(const char *path);

// Copies an archive, which may be thin, into a regular one at `copy`, without its members of
// bitcode and without an index.
NODISCARD bool archive_copy_other(const char *path, const char *copy, struct error *error);
