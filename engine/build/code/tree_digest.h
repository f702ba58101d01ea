// The digest of a whole tree.
#pragma once

#include "base/error.h"

// SHA-256 of the names, modes and bytes of all files, the targets of links and the names of
// folders, relative to `folder`. Fails if there is another kind of file, or one that cannot be
// read.
NODISCARD bool tree_digest(const char *folder, char hex[static 65], struct error *error);
