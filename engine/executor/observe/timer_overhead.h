// Timer overhead of each benchmark and variant, stored as facts.
#pragma once

#include "executor/observe/meter_selection.h"
#include "executor/observe/recorder.h"

// After an execution that did not fail: stores the clock of its wall_time, if that is measured,
// whenever a sample is shorter than `*shortest_ns` (0: none yet), the variant's shortest, and warns
// as timer_overhead_warn() does.
NODISCARD bool timer_overhead_note(struct recorder *recorder,
                                   const struct meter_selection *selection,
                                   const struct target *target, double *shortest_ns, bool *warned,
                                   struct arena *scratch, const struct observation *observation,
                                   struct error *error);

// Warns, and sets *warned, if it was not set, of samples too short for their clock: more than 1 %
// may be the clock's, or a whole process is shorter than the start of one (50 µs).
void timer_overhead_warn(const struct log *log, const struct meter_selection *selection,
                         const struct target *target, bool *warned,
                         const struct observation *observation);
