// Times the build and the link of a program. The machine must be otherwise idle.
#pragma once

#include "build/program.h"

// Repeats the build in a temporary folder without compiler caches. Seconds for compiling and
// linking the sources, or for a project's setup and build.
NODISCARD bool program_time_build(const struct program *program, double *seconds,
                                  struct error *error);

// Repeats the programs' own links without any layout. Seconds of the linker.
NODISCARD bool program_time_link(const struct program *program, double *seconds,
                                 struct error *error);
