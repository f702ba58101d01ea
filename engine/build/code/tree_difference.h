// Whether two built trees differ in a file that an execution may read.
#pragma once

#include "base/text.h"

#include <stdbool.h>

// A built tree; `place` is the path of its own that its files may hold.
struct built_tree {
    const char *folder, *place;
};

// What may say which files of a tree an execution reads.
struct tree_readers {
    struct text_list words;    // of commands and of scripts that they name
    struct text_list programs; // paths of linked files
    bool but_code; // what was built, and its sources, are compared otherwise: they do not matter
};

// The first file, relative to the trees, that differs and may matter to an execution, in `arena`;
// NULL: none. Sources, objects and files of build systems do not matter, unless a word names them;
// nor does documentation, unless a word names it, or a program holds its name. A word names files
// by their names, a folder that has them, or a pattern. Programs and libraries are compared by what
// they load. A tree that cannot be read differs: "". Adds those in front that differ and seem not
// to matter: names tell not all, so only an execution shows that it opens none.
const char *tree_difference(struct arena *arena, const struct built_tree *a,
                            const struct built_tree *b, const struct tree_readers *readers,
                            struct text_list *passed);

// Is it a source of C, C++ or assembly, what a compiler makes of one, or a build system's file?
bool tree_file_is_of_build(const char *path);
