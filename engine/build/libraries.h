// The project's own shared libraries, which every layout relinks like programs.
#pragma once

#include "build/program.h"

// Puts the libraries that executions replaced back as the project built them, because links read
// them.
NODISCARD bool libraries_restore(const struct program *program, struct error *error);
