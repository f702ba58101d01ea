// Which git revision a folder stands at.
#pragma once

#include "base/arena.h"

// "0123abcd… (modified)" for a folder inside a work tree ("(perhaps modified)" where git cannot
// tell), or why there is none: "not in a git repository". Never fails: it is a note beside the
// results.
const char *source_revision(struct arena *arena, const char *folder);
