// Instructions by valgrind: an execution once more, simulated, and so the same on every machine.
#pragma once

#include "run/execution.h"

// Runs `request`, which took `seconds` and whose samples were of `batch` iterations, again in the
// same environment. The count is of the process and its descendants, without the kernel; where the
// harness samples, of one iteration: the difference between two runs of one sample. NULL, or why
// there is no count (in the arena); false is the engine's own trouble. `folder` is made and
// removed.
NODISCARD bool valgrind_count(struct arena *arena, struct launcher *launcher,
                              const struct execution_request *request, double seconds,
                              uint64_t batch, const char *folder, double *instructions,
                              const char **why, struct error *error);

// The number in the line "summary: N …" of what cachegrind or callgrind wrote; false without one.
bool valgrind_summary(const char *text, double *instructions);
