// Memory policy and priority of executions.
#pragma once

#include "executor/local/prepare/prepare.h"
#include "executor/observe/recorder.h"
#include "machine/topology.h"

// Chooses and tries both for every variant, whose CPUs are chosen. EXIT_UNFIT, with a remedy, where
// the kernel refuses what the file demands.
NODISCARD bool process_settings_settle(struct prepared_variants *variants,
                                       struct recorder *recorder, const struct topology *topology,
                                       struct error *error);
