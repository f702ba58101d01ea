// Leaves gaps between functions, so that one which a variant has alone moves few of the others.
#pragma once

#include "base/arena.h"
#include "model/layout.h"

// Copies the sections of code of a layout whose order and offsets are drawn, with gaps. Each lies
// at its home: as far into a region as its key says, or behind the one before.
struct section *sections_spread(struct arena *arena, const struct layout *layout);
