// The canary: the speed of a reference workload over the campaign (docs/method.md, "Canary: level
// shifts").
#pragma once

#include "stats/series/level_shifts.h"
#include "store/results/canary.h"

// The probes of one machine, on the same CPUs.
struct canary_series {
    const struct canary_probe *probes; // in the order of time
    size_t count;
    bool judged; // there are at least LEVEL_SHIFTS_LEAST probes; else `shifts` is empty
    struct level_shifts shifts;
};

// Reads all probes, one series for each machine and its CPUs, into the arena.
NODISCARD bool canary_load(struct arena *arena, struct store *store,
                           const struct canary_series **series, size_t *count, struct error *error);

// The mean of the stable level `number` over the mean of the level before, minus 1; 0 for the
// first.
double canary_change(const struct canary_series *series, size_t number);

// Mean number of times that a probe of that level was preempted.
double canary_switches(const struct canary_series *series, size_t number);
