// Applies NUMA memory policy and scheduling priority to a child.
#pragma once

#include "model/process_settings.h"

// Called in the child before its exec. NULL, or the name of the system call that failed, with
// errno. The kernel ends a SCHED_FIFO child that computes for more than `most_s` without a pause
// (0: no limit).
const char *process_settings_apply(const struct process_settings *process_settings, double most_s);

// Called in the launcher before it starts the child: sets its own priority one above that of a
// SCHED_FIFO child, so that it can end the child even on a single CPU, otherwise the default.
// *level is its current priority (0 at first). Returns as process_settings_apply().
const char *process_settings_above(const struct process_settings *process_settings, int *level);
