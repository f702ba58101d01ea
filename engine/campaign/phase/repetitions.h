// Repetitions of cells in the pilot and the real experiment, as the experiment file gives them.
#pragma once

#include "plan/plan.h"

// The repetitions of a cell in its pilot. Without a build level a block is one execution of each
// variant. With an automatic warm-up the harness makes further iterations to detect it.
struct repetitions pilot_repetitions(const struct spec *spec, const struct cell *cell);

// The repetitions of a cell in a real experiment that the file fixes at every level.
struct repetitions fixed_repetitions(const struct spec *spec, const struct cell *cell);

// Whether the campaign needs a pilot, because the file leaves repetitions or the warm-up open.
bool pilot_needed(const struct spec *spec);

// Whether the file fixes the real experiment of every cell.
bool real_is_fixed(const struct spec *spec);

// EXIT_USAGE if these repetitions (by cell) need more executions than can be planned.
NODISCARD bool repetitions_are_feasible(const struct spec *spec,
                                        const struct repetitions *repetitions, struct error *error);
