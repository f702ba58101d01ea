// What a compiler tells about the programs that it calls.
#pragma once

#include "base/arena.h"

// The absolute path of the program that this compiler calls by this name, without `folder`, which
// has stand-ins, in COMPILER_PATH. NULL: it names none, or only a stand-in.
char *driver_program(struct arena *arena, const char *driver, const char *name, const char *folder);

// The same, asked of the compiler that called this process as a linker; NULL, too, if that is none.
char *caller_linker(struct arena *arena, const char *name, const char *folder);
