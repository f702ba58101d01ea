// Finds shared libraries that a project builds itself: their code is not relinked.
#pragma once

#include "build/capture/record.h"

// The first shared library below `tree` that the recorded link uses, relative to the tree, or NULL.
const char *own_library(struct arena *arena, const struct link_record *record, const char *tree);
