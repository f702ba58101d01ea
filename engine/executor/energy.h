// Energy of executions: counters found once, idle power measured before the first of them.
#pragma once

#include "executor/local_executor.h"
#include "run/execution.h"

// The first time, before anything is executed: finds what the meters read, measures the idle power
// for a few seconds and keeps it (facts "idle.power_w", "idle.half_width_w", an event). Otherwise,
// and where no meter of energy is asked for, nothing.
NODISCARD bool energy_begin(struct local_executor *executor, struct error *error);

// What an execution has to look at, and so has to be alone for; NULL: nothing.
const struct rapl *energy_counters(const struct local_executor *executor);

// Sets the figures of energy that can be told for sure; says once why others cannot.
NODISCARD bool energy_take(struct local_executor *executor, struct arena *scratch,
                           struct observation *observation, struct error *error);
