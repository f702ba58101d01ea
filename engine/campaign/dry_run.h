// What an experiment would run, for `check` and for the start of a run.
#pragma once

#include "plan/plan.h"

#include <stdio.h>

// How often a cell repeats what in its pilot. Where no build level exists, a block is one execution
// of each variant. With an automatic warm-up the harness makes further iterations to find it.
struct repetitions pilot_repetitions(const struct spec *spec, const struct cell *cell);

// The same for a real experiment that the file fixes whole.
struct repetitions fixed_repetitions(const struct spec *spec, const struct cell *cell);

// Does the campaign need a pilot: is there anything left to find out?
bool pilot_needed(const struct spec *spec);

// Cells, variants, randomizers, meters; blocks, builds and executions of the pilot (and of the real
// experiment where the file fixes them), and roughly how long they take.
void dry_run_print(const struct spec *spec, FILE *out);

// Whether what the file asks for, and what a pilot has found, can be planned; else EXIT_USAGE.
NODISCARD bool dry_run_is_feasible(const struct spec *spec, struct error *error);
NODISCARD bool repetitions_are_feasible(const struct spec *spec,
                                        const struct repetitions *repetitions, struct error *error);
