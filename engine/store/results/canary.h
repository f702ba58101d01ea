// Canary probes: the canary, a reference workload, runs at the end of every block.
#pragma once

#include "model/phase.h"
#include "store/store.h"

#include <stdint.h>

struct canary_probe {
    const char *start; // UTC
    const char *cpus;  // where it ran, as a list; "" where it was not pinned
    double seconds;    // mean of its repetitions
    int64_t switches;  // how often it was preempted
    // The rest is set by reading.
    const char *machine;
    size_t cell;
    enum phase phase;
    const char *block;
};

// Writes the probe at the end of the block that a build belongs to.
NODISCARD bool store_canary(struct store *store, int64_t build, const struct canary_probe *probe,
                            struct error *error);

// All probes of the present fingerprint, by machine and CPUs, then by time.
NODISCARD bool store_canary_probes(struct store *store, struct arena *arena,
                                   struct canary_probe **probes, size_t *count,
                                   struct error *error);
