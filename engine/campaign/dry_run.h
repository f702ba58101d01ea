// The dry run of an experiment: its cells, phases, numbers of executions.
#pragma once

#include "plan/plan.h"

#include <stdio.h>

// Prints cells, variants, randomizers and meters; blocks, builds and executions of the pilot (and
// of the real experiment where the file fixes them). Durations are known after a trial.
void dry_run_print(const struct spec *spec, FILE *out);

// EXIT_USAGE if the pilot, or the fixed part of the real experiment, needs more executions than can
// be planned.
NODISCARD bool dry_run_is_feasible(const struct spec *spec, struct error *error);
