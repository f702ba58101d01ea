// Metrics of builds: sizes, and times, for which builds run one after the other.
#pragma once

#include "build/program.h"
#include "executor/observe/meter_selection.h"
#include "model/figures.h"

// Is the time of building or linking measured?
bool builds_are_timed(const struct meter_selection *selection);

// Warns once of each benchmark that has no build to measure.
NODISCARD bool build_figures_begin(const struct meter_selection *selection,
                                   struct recorder *recorder, const struct spec *spec,
                                   struct error *error);

// Measures a program's sizes, and its times if they are selected.
NODISCARD bool build_figures_take(const struct meter_selection *selection,
                                  const struct program *program, struct figures *figures,
                                  struct error *error);
