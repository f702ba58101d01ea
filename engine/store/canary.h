// Looks at the machine by the canary, a kernel of always the same work.
#pragma once

#include "model/phase.h"
#include "store/catalogue.h"

struct canary_probe {
    const char *start;   // UTC
    const char *cpus;    // where it ran, as a list; "" where it was not pinned
    double seconds;      // mean of its repetitions
    int64_t switches;    // how often it was taken off its CPU
    const char *machine; // what follows is known of what was read
    size_t cell;
    enum phase phase;
    const char *block;
};

// At the end of the block that a build belongs to.
NODISCARD bool store_canary(struct store *store, int64_t build, const struct canary_probe *probe,
                            struct error *error);

// All that count (none of an earlier identity), by machine and CPUs, then in the order of time.
NODISCARD bool store_canary_probes(struct store *store, struct arena *arena,
                                   struct canary_probe **probes, size_t *count,
                                   struct error *error);
