// Energy of executions, and the idle power of the machine before the first of them
// (docs/method.md, "Idle power").
#pragma once

#include "executor/observe/meter_selection.h"
#include "executor/observe/recorder.h"
#include "machine/rapl.h"
#include "run/execution.h"

#include <signal.h>

// The RAPL counters of the meters of energy that `measure` names.
struct energy_watch {
    bool begun, idle_known;
    unsigned parts;   // 1 << RAPL_…, asked for
    struct rapl rapl; // no domains: no energy is asked for, or none can be read
    double idle_w;    // of all packages
};

// The first time, before any execution: finds the counters of the selected meters, measures the
// idle power for five seconds and stores it (facts "idle.power_w", "idle.half_width_w", an event).
// Does nothing when called again, or if no meter of energy is selected. EXIT_INTERRUPTED.
NODISCARD bool energy_begin(struct energy_watch *watch, struct recorder *recorder,
                            const struct meter_selection *selection, const struct spec *spec,
                            const volatile sig_atomic_t *stop, struct error *error);

// The counters to read around an execution, which then has to run alone; NULL: none.
const struct rapl *energy_counters(const struct energy_watch *watch);

// Sets the figures of energy of an execution; warns once why a figure is unknown.
NODISCARD bool energy_take(const struct energy_watch *watch, struct recorder *recorder,
                           struct arena *scratch, struct observation *observation,
                           struct error *error);
