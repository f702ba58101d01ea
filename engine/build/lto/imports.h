// What a linked program takes of shared libraries.
#pragma once

#include "base/arena.h"

// A line for each library in the order in which the loader searches them, then for each symbol that
// others must define, sorted. "" of a static program. The text lies in `arena`.
const char *imports_of(struct arena *arena, const char *path);
