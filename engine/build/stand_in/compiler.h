// Stands in for the compilers proper of gcc, which makes functions movable that a project compiles
// without -ffunction-sections.
#pragma once

#include "base/error.h"
#include "base/text.h"

// The names under which gcc calls them, NULL-terminated: "cc1" …
extern const char *const compiler_names[];

// The option that gives each function a section of its own.
#define FUNCTION_SECTIONS "-ffunction-sections"

// Becomes the compiler proper that the calling gcc has, with this option first, so that the
// project's own -fno-function-sections holds. Returns an exit status if it cannot be run.
int compiler_stand_in(const char *name, char *const *argv);
