// Shared libraries that a project builds for itself: what they hold is not relinked.
#pragma once

#include "build/record.h"

// The first shared library below `tree` that the recorded link takes in, relative to the tree; NULL
// if there is none.
const char *own_library(struct arena *arena, const struct link_record *record, const char *tree);
