// What the canary saw: how fast the machine was over the campaign, whatever was measured.
#pragma once

#include "analysis/findings.h"
#include "stats/series/level_shifts.h"
#include "store/results/canary.h"

// The looks at one machine, on the same CPUs.
struct canary_series {
    const struct canary_probe *probes; // in the order of time
    size_t count;
    bool judged; // there are enough of them: LEVEL_SHIFTS_LEAST
    struct level_shifts shifts;
};

// Reads all probes, one series for each machine and its CPUs, into the arena.
NODISCARD bool canary_load(struct arena *arena, struct store *store,
                           const struct canary_series **series, size_t *count, struct error *error);

// A level's time against that of the level before, minus 1; 0 for the first.
double canary_change(const struct canary_series *series, size_t number);

// How often a look of that level was taken off its CPU, in the mean.
double canary_switches(const struct canary_series *series, size_t number);
