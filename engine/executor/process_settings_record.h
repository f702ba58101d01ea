// What is told of where executions ran.
#pragma once

#include "executor/local_executor.h"

// Records it for whoever reads the report, once for the campaign, when every station is placed.
NODISCARD bool process_settings_record(struct local_executor *executor, struct error *error);
