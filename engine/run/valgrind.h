// Counts instructions with valgrind: repeats an execution in simulation, with equal results on
// every machine.
#pragma once

#include "run/execution.h"

// Repeats `request`, which took `seconds` with samples of `batch` iterations, in the same
// environment. Counts the process and its descendants without kernel code; for SAMPLING_ESWEXP per
// iteration, as the difference between two runs of one sample. *why is NULL, or why there is no
// count (in the arena); false is a failure of the engine. Makes and removes `folder`.
NODISCARD bool valgrind_count(struct arena *arena, struct launcher *launcher,
                              const struct execution_request *request, double seconds,
                              uint64_t batch, const char *folder, double *instructions,
                              const char **why, struct error *error);

// Reads N from the line "summary: N …" of a file by cachegrind or callgrind; false without one.
bool valgrind_summary(const char *text, double *instructions);
