// Experiments and kernels that are installed beside the program, by name.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

// Absolute paths of all, sorted by name: share/eswexp/experiments/NAME.yaml, and
// share/eswexp/kernels/NAME.c or another suffix of C or C++.
NODISCARD bool installed_experiments(struct arena *arena, struct text_list *paths,
                                     struct error *error);
NODISCARD bool installed_kernels(struct arena *arena, struct text_list *paths, struct error *error);

// NAME of such a path.
char *installed_name(struct arena *arena, const char *path);

// The file that SPEC of a command line names: '@NAME' is the installed experiment of that name,
// unless a file has that name. EXIT_USAGE if neither exists.
NODISCARD bool installed_spec(struct arena *arena, const char *word, const char **path,
                              struct error *error);
