// The program that a command begins with.
#pragma once

#include "executor/local/prepare/prepare.h"

// Sets *path to the program that the first word names where it runs in `folder`, or NULL.
NODISCARD bool command_program_find(struct arena *arena, const struct target *target,
                                    const char *folder, const char **path, struct error *error);

// Is it there, of a project? The error names the remedy.
NODISCARD bool command_program_check(struct arena *arena, const struct prepared_variant *prepared,
                                     struct error *error);

// Adds to the facts of a ready command, run in `folder`, whether it loads preloaded libraries, and
// whether it has more rights than who runs it.
NODISCARD bool command_program_refusal(struct arena *arena, const char *folder,
                                       struct prepared_variant *prepared, struct error *error);
