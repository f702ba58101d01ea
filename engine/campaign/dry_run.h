// The dry run of an experiment: its cells, phases, numbers of executions, expected time.
#pragma once

#include "plan/plan.h"

#include <stdio.h>

// Prints cells, variants, randomizers and meters; blocks, builds and executions of the pilot (and
// of the real experiment where the file fixes them), and their rough duration.
void dry_run_print(const struct spec *spec, FILE *out);

// EXIT_USAGE if the pilot, or the fixed part of the real experiment, needs more executions than can
// be planned.
NODISCARD bool dry_run_is_feasible(const struct spec *spec, struct error *error);
