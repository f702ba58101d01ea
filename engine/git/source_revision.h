// The git revision of a folder, as a note beside results.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// "0123abcd… (modified)" for a folder in a working tree ("(perhaps modified)" if git cannot tell),
// otherwise the reason there is none, such as "not in a git repository". NULL: memory, descriptors
// or the disk failed.
const char *source_revision(struct arena *arena, const char *folder, struct error *error);
