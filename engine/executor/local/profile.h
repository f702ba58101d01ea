// Profiles: one more execution of each variant under a profiler, after the real experiment.
#pragma once

#include "executor/executor.h"
#include "executor/observe/profilers.h"

struct local_executor;

// Profiles the first cells of each benchmark, in the layout of their first real block, which
// `repetitions` (by cell) number. Warns of a variant without a profile, with the reason. False: a
// failure of the store, or EXIT_INTERRUPTED.
NODISCARD bool profile_all(struct local_executor *executor, const struct profiling *profiling,
                           const struct repetitions *repetitions, struct error *error);
