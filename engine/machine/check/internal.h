// The single looks, by what they look at.
#pragma once

#include "machine/check/check.h"

// What there is to look at.
struct survey {
    struct arena *arena;
    const char *root;
    const struct load *load;
};

// What one look found. `remedy` replaces what the table of checks has.
struct sight {
    enum fitness fitness;
    const char *is, *remedy;
};

static inline struct sight seen(enum fitness fitness, const char *is)
{
    return (struct sight){.fitness = fitness, .is = is};
}

typedef struct sight look(const struct survey *survey);

// What runs, and what it leaves.
look look_load, look_memory, look_swap, look_swappiness, look_throttling, look_temperature;

// Where this is.
look look_quota, look_hypervisor, look_container, look_cpus, look_kernel;

// The clock of the CPUs, and the one that times are read from.
look look_power, look_driver, look_governor, look_preference, look_limits, look_boost,
    look_clocksource;

// Who else is on the cores.
look look_smt, look_isolation, look_interrupts;

// Settings of the kernel.
look look_thp, look_numa_balancing, look_nmi_watchdog, look_aslr, look_mitigations, look_microcode;

// What may be measured.
look look_counters, look_energy;
