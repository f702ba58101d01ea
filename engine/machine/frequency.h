// Who sets the clock of the CPUs, and within what limits.
#pragma once

#include "machine/fact.h"

#include <stdbool.h>

machine_reader frequency_driver;     // "intel_pstate, active", "acpi-cpufreq"
machine_reader frequency_governor;   // "performance"; "mixed: performance on 0-1, powersave on 2"
machine_reader frequency_preference; // of intel_pstate and amd-pstate: "balance_performance"
machine_reader frequency_limits;     // "800 to 3600 MHz", "3000 MHz"
machine_reader frequency_boost;      // "on", "off"

// "echo 0 >/sys/…": how root switches the boost off here.
const char *frequency_boost_off(const char *root);

// Whether the limits keep some CPU below what it can do.
bool frequency_is_capped(struct arena *arena, const char *root);
