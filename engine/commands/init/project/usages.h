// Where the project itself calls a program: lines of READMEs, makefiles and test scripts.
#pragma once

#include "base/arena.h"
#include "base/text.h"

// One call, without what only a shell can do.
struct usage {
    const char *source; // the file, relative to the tree
    struct text_list arguments;
};

enum { USAGES_MOST = 48 };

// The calls of the program `name` with arguments, each once, USAGES_MOST at most. Leaves out those
// that read their input from a pipe or file, or name a path outside the tree. An argument that is a
// path from the file's own folder becomes one from the tree's.
size_t usages_find(struct arena *arena, const char *tree, const char *name,
                   struct usage usages[USAGES_MOST]);
