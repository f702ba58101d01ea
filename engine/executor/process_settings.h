// Memory and priority of the executions.
#pragma once

#include "executor/local_executor.h"
#include "machine/topology.h"

// Settles both for every station, whose CPUs are known. EXIT_UNFIT, with a remedy, where the kernel
// refuses what the file demands.
NODISCARD bool process_settings_settle(struct local_executor *executor,
                                       const struct topology *topology, struct error *error);
