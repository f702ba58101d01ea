// Waiting until nothing else runs on this machine.
#pragma once

#include "executor/host.h"

struct idleness {
    const char *root; // machine_root()
    double most_s;    // how long to wait; 0: one look
    double span_s;    // how long one look takes
};

// Thirty minutes on this machine.
struct idleness idle_default(void);

// Returns when one look found the machine idle; at least one is taken. EXIT_UNFIT, and what kept it
// busy, when it did not become so in time, when it is not to be waited for (waiting->refused: one
// look), or when /proc/stat cannot be read; EXIT_INTERRUPTED and EXIT_DEADLINE at once.
NODISCARD bool idle_await(const struct waiting *waiting, const struct idleness *idleness,
                          struct error *error);
