// Where the program's own parts are: beside it in a build tree, or as installed.
#pragma once

#include "base/arena.h"
#include "base/error.h"

// The program itself.
char *installation_program(struct arena *arena);

// libexec/eswexp/NAME: "eswexp-launch", "eswexp-ld", "eswexp-archive", "eswexp-canary".
NODISCARD bool installation_helper(struct arena *arena, const char *name, char **path,
                                   struct error *error);

// share/eswexp/NAME: "kernels", "plots", "experiments".
NODISCARD bool installation_data(struct arena *arena, const char *name, char **path,
                                 struct error *error);
