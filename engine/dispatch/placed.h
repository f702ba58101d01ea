// What is told of where executions ran.
#pragma once

#include "dispatch/workbench.h"

// Records it for whoever reads the report, once for the campaign, when every station is placed.
NODISCARD bool placed_record(struct workbench *workbench, struct error *error);
