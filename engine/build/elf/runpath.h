// The path by which a linked file finds its libraries, changed in place.
#pragma once

#include "base/error.h"

// Makes the folders below `tree` in the run path of the file relative to the file, which lies at
// `place` in the tree: a copy of the whole tree then finds its own libraries.
NODISCARD bool runpath_follow(const char *path, const char *place, const char *tree,
                              struct error *error);

// Gives the file this run path (NULL: none). It must not be longer than what the link wrote.
NODISCARD bool runpath_set(const char *path, const char *runpath, struct error *error);
