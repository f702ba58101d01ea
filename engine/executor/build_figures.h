// Metrics of builds: sizes, and times for which they are made one after the other.
#pragma once

#include "executor/local_executor.h"
#include "model/figures.h"

// Is the time of building or linking asked for?
bool builds_are_timed(const struct local_executor *executor);

// Says once of which benchmarks there is no build to measure.
NODISCARD bool build_figures_begin(struct local_executor *executor, struct error *error);

// Measures what is asked for.
NODISCARD bool build_figures_take(const struct local_executor *executor,
                                  const struct program *program, struct figures *figures,
                                  struct error *error);
