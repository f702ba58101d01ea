// What reading a process stopped at its end takes.
#pragma once

#include "meters/meter.h"

// Can processes be stopped? A probe() of meters.
bool at_end_probe(const struct meter *meter, struct arena *arena, const char *root,
                  const char **why);
