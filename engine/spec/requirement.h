// Requirements of the machine as they are written: "governor=performance", "load<5%".
#pragma once

#include "base/arena.h"
#include "machine/check/requirement.h"

// Reads one. NULL, or what is wrong with it (a clause that names it).
const char *requirement_read(struct arena *arena, const char *text,
                             struct requirement *requirement);
