// Which of the meters asked for can be had on the machine that measures.
#pragma once

#include "dispatch/workbench.h"

// Fills workbench->meters, and ->unmeasured with a line for each that is left out. EXIT_UNFIT, with
// the reasons, if none is left. `root` as for machine_root().
NODISCARD bool measured_choose(struct workbench *workbench, const char *root, struct error *error);

// Says once of each metric, and keeps it for the report, that an execution has it not although it
// can be had here.
NODISCARD bool measured_check(struct workbench *workbench, const struct observation *observation,
                              struct error *error);
