// Requirements of the machine as they are written: "governor=performance", "load<5%".
#pragma once

#include "base/arena.h"
#include "machine/check/requirement.h"

// Parses a requirement into *requirement. Returns NULL, or a clause that says what is wrong with
// it.
const char *requirement_read(struct arena *arena, const char *text,
                             struct requirement *requirement);
