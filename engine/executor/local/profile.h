// Profiles: one execution of each variant once more, after all was measured, under a profiler.
#pragma once

#include "executor/executor.h"
#include "executor/observe/profilers.h"

struct local_executor;

// Of the first cells of each benchmark, in the layout of their first real block, which
// `repetitions` (by cell) say. What is no profile, and why, is told and kept for the report; false:
// it cannot be stored, or EXIT_INTERRUPTED.
NODISCARD bool profile_all(struct local_executor *executor, const struct profiling *profiling,
                           const struct repetitions *repetitions, struct error *error);
