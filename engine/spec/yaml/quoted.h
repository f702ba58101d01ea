// Text as a YAML scalar.
#pragma once

#include "base/arena.h"

// In quotes, so that YAML reads these very characters.
const char *yaml_quoted(struct arena *arena, const char *text);
