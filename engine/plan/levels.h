// The levels at which a cell can be repeated (DESIGN.md, Words).
#pragma once

#include "spec/spec.h"

// Some variant is built, or draws per build: the top level is the build, else the execution.
bool cell_has_builds(const struct spec *spec, const struct cell *cell);

// Its executions yield as many samples as they are asked for.
bool cell_has_iterations(const struct spec *spec, const struct cell *cell);
