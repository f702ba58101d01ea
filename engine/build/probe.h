// Tests whether a randomizer can change a program's layout.
#pragma once

#include "build/program.h"

// Draws one layout and links it. The error names the factor and the remedy. To be called for each
// use after program_prepare(); a use with allow_missing that fails is left out and recorded as not
// randomized.
NODISCARD bool program_probe(struct program *program, const struct randomizer_use *use,
                             struct error *error);
