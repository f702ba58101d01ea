// The dry run of an experiment: its cells, phases, numbers of executions, expected time.
#pragma once

#include "plan/plan.h"

#include <stdio.h>

// The repetitions of a cell in its pilot. Without a build level a block is one execution of each
// variant. With an automatic warm-up the harness makes further iterations to detect it.
struct repetitions pilot_repetitions(const struct spec *spec, const struct cell *cell);

// The repetitions of a cell in a real experiment that the file fixes at every level.
struct repetitions fixed_repetitions(const struct spec *spec, const struct cell *cell);

// Does the campaign need a pilot, for repetitions or a warm-up that the file leaves open?
bool pilot_needed(const struct spec *spec);

// Prints cells, variants, randomizers and meters; blocks, builds and executions of the pilot (and
// of the real experiment where the file fixes them), and their rough duration.
void dry_run_print(const struct spec *spec, FILE *out);

// EXIT_USAGE if the file, or a pilot, requires more executions than can be planned.
NODISCARD bool dry_run_is_feasible(const struct spec *spec, struct error *error);
NODISCARD bool repetitions_are_feasible(const struct spec *spec,
                                        const struct repetitions *repetitions, struct error *error);
