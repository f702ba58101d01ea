// Where executions run: their CPUs, memory and priority, and the engine out of their way.
#pragma once

#include "executor/local_executor.h"

// Settles it for every station, once the store is open: chooses the CPUs of `cpus: auto`, those of
// an earlier session of this campaign if they are still there, and says why. EXIT_UNFIT where the
// machine has not, or refuses, what the file demands.
NODISCARD bool affinity_settle(struct local_executor *executor, struct error *error);

// Moves this thread off the CPUs that are measured on and their siblings, as far as others are
// allowed; nothing where none are pinned.
void engine_leave(const struct local_executor *executor);

// Back to all CPUs, to build on them.
void engine_return(const struct local_executor *executor);
