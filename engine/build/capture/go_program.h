// Finds programs by the build id that Go gives them.
#pragma once

#include "base/arena.h"

// go_lasting_part() of the build id of the program at `path`; NULL: it is no program of Go, or has
// no build id.
const char *go_program_id(struct arena *arena, const char *path);
