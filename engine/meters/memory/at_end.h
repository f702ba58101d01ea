// Support for meters that read a process stopped at its exit.
#pragma once

#include "meters/meter.h"

// A probe() of meters: is ptrace permitted?
bool at_end_probe(const struct meter *meter, struct arena *arena, const char *root,
                  const char **why);
