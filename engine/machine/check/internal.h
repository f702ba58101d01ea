// The single checks, by subject.
#pragma once

#include "machine/check/check.h"

// The input of every check.
struct check_input {
    struct arena *arena;
    const char *root;
    const struct load *load;
};

// The result of one check. `remedy`, if set, replaces that of the table.
struct check_result {
    enum fitness fitness;
    const char *is, *remedy;
};

static inline struct check_result result_of(enum fitness fitness, const char *is)
{
    return (struct check_result){.fitness = fitness, .is = is};
}

typedef struct check_result checker(const struct check_input *input);

// Load, memory, temperature.
checker check_load, check_memory, check_swap, check_swappiness, check_throttling, check_temperature;

// Quota, virtualization, CPUs, kernel.
checker check_quota, check_hypervisor, check_container, check_cpus, check_kernel;

// The clock of the CPUs, and the clock source.
checker check_power, check_driver, check_governor, check_preference, check_limits, check_boost,
    check_clocksource;

// Sharing of cores.
checker check_smt, check_isolation, check_interrupts;

// Settings of the kernel.
checker check_thp, check_numa_balancing, check_nmi_watchdog, check_aslr, check_mitigations,
    check_microcode;

// Counters that may be read.
checker check_counters, check_energy;
