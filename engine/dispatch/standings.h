// Memory and priority of the executions.
#pragma once

#include "dispatch/workbench.h"

// Settles both for every station, whose CPUs are known. EXIT_UNFIT, with a remedy, where the kernel
// refuses what the file demands.
NODISCARD bool standings_settle(struct workbench *workbench, const struct topology *topology,
                                struct error *error);
