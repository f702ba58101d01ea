// The randomizers there are, one file each; only the registry names them.
#pragma once

#include "randomizers/randomizer.h"

extern const struct randomizer link_order, function_alignment, environment_size, aslr_randomizer;
