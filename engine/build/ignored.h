// Build inputs of the experiment file that a project's own build does not use.
#pragma once

#include "build/program.h"

// How the project's build takes this key ("cflags", "compiler", "linker", "ldflags" or "libs"):
// "the makefile sets CFLAGS itself: pass it with …"; NULL where eswexp compiles itself, and of
// another key.
const char *ignored_remedy(struct arena *arena, const struct program *program, const char *key);

// Words of the target's "cflags", "ldflags" or "libs" that no compilation or link of the project's
// build had, as far as it was seen: "'-O3' and '-flto'"; NULL: none.
const char *ignored_words(struct arena *arena, const struct program *program, const char *key);

// The compilers that made the program ("GCC: (GNU) 13.2.0"), if the target names another one; NULL:
// it names none, it was used, or the program does not tell.
const char *ignored_compiler(struct arena *arena, const struct program *program);
