// What a linked program takes of shared libraries, and an object of others.
#pragma once

#include "base/text.h"

// A line for each library in the order in which the loader searches them, then for each symbol that
// others must define, sorted. "" of a static program. The text lies in `arena`.
const char *imports_of(struct arena *arena, const char *path);

// Adds the names that an object leaves to others to define; none if it cannot be read.
void undefined_of(struct arena *arena, const char *path, struct text_list *names);
