// A program as the project's own link made it, without a layout.
#pragma once

#include "build/program.h"

// Puts the first links of the programs in the place of a build, and fills `result`.
NODISCARD bool program_take_as_built(const struct program *program, const char *output,
                                     struct build_result *result, struct error *error);

// What of the project's own output is not that of its link, for people; NULL: nothing. Only before
// anything is executed.
const char *program_changed_since_link(const struct program *program, struct arena *arena);
