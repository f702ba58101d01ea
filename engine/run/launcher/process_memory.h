// Reads the memory of a process from /proc.
#pragma once

#include "model/figures.h"

// Sets the `wanted` figures from FIGURE_VIRTUAL_MEMORY to FIGURE_UNIQUE_MEMORY that the files of
// `folder` ("/proc/PID") have. The process must be stopped.
void process_memory_read(const char *folder, uint64_t wanted, struct figures *figures);

// The number in a file: the only one (`key` is ""), or the one in the line "KEY NUMBER". -1: none.
double kernel_number(const char *folder, const char *name, const char *key);
