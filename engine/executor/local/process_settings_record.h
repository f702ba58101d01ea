// The CPUs, memory and priority of executions, for the report.
#pragma once

#include "executor/local/drawn_cpus.h"
#include "executor/local/prepare/prepare.h"
#include "executor/observe/recorder.h"

// Stores them once for the campaign, when they are chosen for every variant: after a trial. That
// each round has a drawn CPU, as usual, is no event.
NODISCARD bool process_settings_record(const struct prepared_variants *variants,
                                       struct recorder *recorder, const struct drawn_cpus *drawn,
                                       struct error *error);
