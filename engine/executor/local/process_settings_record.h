// The CPUs, memory and priority of executions, for the report.
#pragma once

#include "executor/local/prepare/prepare.h"
#include "executor/observe/recorder.h"

// Stores them once for the campaign, when they are chosen for every variant.
NODISCARD bool process_settings_record(const struct prepared_variants *variants,
                                       struct recorder *recorder, struct error *error);
