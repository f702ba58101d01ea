// What a linked program takes from shared libraries, and which names objects leave undefined.
#pragma once

#include "base/text.h"

// A line for each library in the order in which the loader searches them, then for each symbol that
// others must define, sorted. "" of a static program. The text lies in `arena`.
const char *imports_of(struct arena *arena, const char *path);

// The names that none of the objects defines for the others, sorted, each once. An object that
// cannot be read has none.
struct text_list undefined_of(struct arena *arena, const struct text_list *objects);
