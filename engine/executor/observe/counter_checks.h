// Checks of hardware counters: multiplexing, missing kernel part, refusals.
#pragma once

#include "executor/observe/recorder.h"
#include "run/execution.h"

struct counter_checks {
    bool multiplexed; // which was warned of
};

// After an execution that did not fail: warns if counters were multiplexed, counted user code only,
// or were refused to the benchmark.
NODISCARD bool counters_check(struct counter_checks *checks, struct recorder *recorder,
                              struct arena *scratch, const struct observation *observation,
                              struct error *error);
