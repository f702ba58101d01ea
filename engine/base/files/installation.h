// Paths of the program and its parts, in a build tree or as installed.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// The path of the running program.
char *installation_program(struct arena *arena);

// libexec/eswexp/NAME: "eswexp-launch", "eswexp-ld", "eswexp-archive", "eswexp-canary". A missing
// one is EXIT_FAILED.
NODISCARD bool installation_helper(struct arena *arena, const char *name, char **path,
                                   struct error *error);

// share/eswexp/NAME: "kernels", "plots", "experiments". A missing one is EXIT_FAILED.
NODISCARD bool installation_data(struct arena *arena, const char *name, char **path,
                                 struct error *error);
