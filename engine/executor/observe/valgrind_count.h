// Instructions of an execution, counted by running it once more in valgrind.
#pragma once

#include "executor/observe/recorder.h"
#include "run/execution.h"
#include "spec/spec.h"

#include <signal.h>

// Where and of what valgrind runs.
struct valgrind_site {
    struct launcher *launcher;
    const volatile sig_atomic_t *stop;
    const char *folder; // for its files
    const struct target *target;
    size_t cell, variant;
};

// After an execution that did not fail: adds its instructions in valgrind, if the request asks for
// them, and stores the time of the run (fact "simulation.CELL.VARIANT"). EXIT_INTERRUPTED.
NODISCARD bool valgrind_count_add(struct recorder *recorder, const struct valgrind_site *site,
                                  struct arena *scratch, const struct execution_request *request,
                                  struct observation *observation, struct error *error);
