// How a child stands with the kernel: from which memory nodes it takes, how urgent it is.
#pragma once

#include "model/process_settings.h"

enum { FIFO_MOST = 98 }; // the launcher is one above it

// For a child, between its birth and its exec. NULL, or the step that was refused, with errno. One
// of SCHED_FIFO is ended by the kernel if it computes without a pause for more than `most_s`
// (0: as long as it likes).
const char *process_settings_apply(const struct process_settings *process_settings, double most_s);

// For the launcher, before such a child is born: above a child of SCHED_FIFO, so that it can end it
// even on the only CPU, else as everybody. `level` is where it stands (0 at first). As
// process_settings_apply().
const char *process_settings_above(const struct process_settings *process_settings, int *level);
