// What an experiment would run, for `check` and for the start of a run.
#pragma once

#include "spec/spec.h"

#include <stdio.h>

// How often a cell repeats what in its pilot: blocks, executions of each variant in a block,
// iterations (0: as many as an execution yields). Where no build level exists, a block is one
// execution of each variant.
struct pilot_size {
    size_t blocks, executions, iterations;
};
struct pilot_size pilot_size_of(const struct spec *spec, const struct cell *cell);

// Does the campaign need a pilot: is there anything left to find out?
bool pilot_needed(const struct spec *spec);

// Cells, variants, randomizers, meters; blocks, builds and executions of the pilot (and of the real
// experiment where the file fixes them); the least time that takes.
void outlook_print(const struct spec *spec, FILE *out);
