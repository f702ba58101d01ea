// Interference with an execution: migrations and involuntary context switches.
#pragma once

#include "run/execution.h"
#include "store/executions.h"
#include "store/store.h"

// Migrations where the harness recorded the CPUs on which each sample began and ended (the kernel
// does not count them for a whole process); involuntary switches of all processes that were waited
// for.
void interference_of(const struct observation *observation,
                     uint64_t interference[INTERFERENCE_KINDS]);
