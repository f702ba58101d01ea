// Draws the layouts of a build's programs.
#pragma once

#include "build/program.h"
#include "randomizers/randomizer.h"

// Draws from `stream` for each program that this use can change. `layouts`: of program_layouts().
void program_draw(const struct program *program, const struct randomizer_use *use,
                  struct stream *stream, struct layout *layouts,
                  struct address_layout *address_layout, struct draws *draws);
