// Timer overhead of each benchmark and variant, stored as facts.
#pragma once

#include "executor/observe/meter_selection.h"
#include "executor/observe/recorder.h"

// After an execution that did not fail: stores the clock of its wall_time, if that is measured,
// whenever a sample is shorter than `*shortest_ns` (0: none yet), the variant's shortest, and warns
// the first time that more than 1 % of a sample may be the clock's.
NODISCARD bool timer_overhead_note(struct recorder *recorder,
                                   const struct meter_selection *selection,
                                   const struct target *target, double *shortest_ns,
                                   struct arena *scratch, const struct observation *observation,
                                   struct error *error);
