// The CPU of each round: no key of `randomize`, since machine.cpus chooses it, but a factor.
// docs/machine.md, "CPU affinity".
#pragma once

#include "randomizers/randomizer.h"

extern const struct randomizer cpu_randomizer;
