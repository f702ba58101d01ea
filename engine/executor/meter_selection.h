// Which of the meters asked for can be had on the machine that measures.
#pragma once

#include "executor/local_executor.h"

// Fills workbench->meters, and ->unmeasured with a line for each that is left out. EXIT_UNFIT, with
// the reasons, if none is left. `root` as for machine_root().
NODISCARD bool meter_selection_choose(struct local_executor *executor, const char *root,
                                      struct error *error);

// Says once of each metric, and keeps it for the report, that an execution has it not although it
// can be had here.
NODISCARD bool meter_selection_check(struct local_executor *executor,
                                     const struct observation *observation, struct error *error);
