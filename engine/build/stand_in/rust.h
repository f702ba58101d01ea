// Stand-ins by which rustc finds the linker shim. rustc gives the compiler that links a folder of
// its own to look for linkers (-B), which precedes COMPILER_PATH. So cargo and rustc get stand-ins
// for compilers, in a folder before their PATH, which name the folder of the shim first. Nothing
// else in a build sees them.
#pragma once

#include "base/error.h"
#include "base/text.h"

// Makes the stand-ins below `folder`, where the shim has its links, if this machine has cargo or
// rustc, and adds the PATH that leads to them to `settings`.
NODISCARD bool stand_ins_install(struct arena *arena, const char *shim, const char *folder,
                                 struct text_list *settings, struct error *error);

// Is the program called by this name a stand-in?
bool stand_in_is(const char *name);

// Runs the real program in place of this one; returns the exit status if it cannot.
int stand_in_run(const char *name, char **argv);
