// The path by which a linked file finds its libraries, changed in place.
#pragma once

#include "base/error.h"

// Gives the file this run path (NULL: none). It must not be longer than what the link wrote.
NODISCARD bool runpath_set(const char *path, const char *runpath, struct error *error);
