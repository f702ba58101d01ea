// Whether two built trees differ in a file that an execution may read.
#pragma once

#include "base/text.h"

// A built tree; `place` is the path of its own that its files may hold.
struct built_tree {
    const char *folder, *place;
};

// The first file, relative to the trees, that differs and may matter to an execution, in `arena`;
// NULL: none. Sources, objects, files of build systems and documentation do not matter, unless a
// word of `named` (commands) names them; programs and libraries are compared by what they load. A
// tree that cannot be read differs: "".
const char *tree_difference(struct arena *arena, const struct built_tree *a,
                            const struct built_tree *b, const struct text_list *named);
