// Waiting until nothing else runs on this machine.
#pragma once

#include "executor/host.h"

struct idleness {
    const char *root; // machine_root()
    double most_s;    // longest wait; 0: none
    double span_s;    // duration of one measurement of the load
};

// Thirty minutes on this machine.
struct idleness idle_default(void);

// Returns when the machine was idle in one measurement. EXIT_UNFIT, with the busiest processes, if
// it does not become idle in time, if there is no waiting (waiting->refused), or if /proc/stat
// cannot be read; EXIT_INTERRUPTED and EXIT_DEADLINE at once.
NODISCARD bool idle_await(const struct waiting *waiting, const struct idleness *idleness,
                          struct error *error);
