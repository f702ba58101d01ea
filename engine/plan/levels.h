// Which levels of repetition a cell has (docs/method.md, "Levels").
#pragma once

#include "spec/spec.h"

// Whether the top level is the build, because some variant is built or draws per build; else it is
// the execution.
bool cell_has_builds(const struct spec *spec, const struct cell *cell);

// Whether its executions yield as many samples as they are told to.
bool cell_has_iterations(const struct spec *spec, const struct cell *cell);

// The counts of a cell's pilot, by level from the iteration: the file's, else the defaults.
void pilot_counts(const struct spec *spec, const struct cell *cell, size_t counts[LEVELS_MAX]);

// Whether the file leaves open how many blocks the pilots of all cells have.
bool pilot_is_open(const struct spec *spec);
