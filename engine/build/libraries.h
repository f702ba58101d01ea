// The project's own shared libraries, which every layout relinks like programs.
#pragma once

#include "build/program.h"

// A file outside of both builds' folders that `other` runs or loads and that the later build of
// `program` wrote; NULL: none.
const char *program_replaces(const struct program *program, const struct program *other);

// Puts the libraries that executions replaced back as the project built them, because links read
// them.
NODISCARD bool libraries_restore(const struct program *program, struct error *error);
