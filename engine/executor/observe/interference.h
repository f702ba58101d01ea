// What is known to have disturbed an execution.
#pragma once

#include "run/execution.h"
#include "store/executions.h"
#include "store/store.h"

// Migrations where the harness saw on which CPU each sample began and ended (of a process as a
// whole the kernel does not tell), involuntary switches of every process that was waited for.
void interference_of(const struct observation *observation,
                     uint64_t interference[INTERFERENCE_KINDS]);
