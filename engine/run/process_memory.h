// The memory of a process as the kernel counts it.
#pragma once

#include "model/figures.h"

// Sets those of FIGURE_VIRTUAL_MEMORY to FIGURE_UNIQUE_MEMORY that are `wanted` and that the files
// of `folder` ("/proc/PID") tell. Whoever is counted must not run meanwhile.
void process_memory_read(const char *folder, uint64_t wanted, struct figures *figures);

// The number in a file of one number, or of lines "KEY NUMBER", the one behind `key`; -1: none.
double kernel_number(const char *folder, const char *name, const char *key);
