// The canary between blocks: work that is always the same, on the CPUs of the measurement, shows
// what the machine itself did meanwhile.
#pragma once

#include "dispatch/workbench.h"

// A block of the cell has ended, its build has the id given, and it was measured for `measured_s`.
// Looks at the machine if a look costs a hundredth at most of what was measured since the last.
// That it cannot be done is told once; false: it cannot be stored.
NODISCARD bool canary_look(struct workbench *workbench, size_t cell, int64_t build,
                           double measured_s, struct error *error);
