// The randomizers of a file that names none.
#pragma once

#include "spec/spec.h"

// "true", "true, of what is built", "true, of a ready command"; NULL: only those who name it.
const char *default_randomizer_wording(const struct randomizer *kind);

// Does the target use it? A ready command draws for every build; for every execution if the file
// gives a number of executions and none of builds.
bool default_randomizer(const struct spec *spec, const struct target *target,
                        struct randomizer_use *use);
