// The clock frequency of the CPUs: who sets it, and its limits.
#pragma once

#include "machine/fact.h"

#include <stdbool.h>

machine_reader frequency_driver;     // "intel_pstate, active", "acpi-cpufreq"
machine_reader frequency_governor;   // "performance"; "mixed: performance on 0-1, powersave on 2"
machine_reader frequency_preference; // of intel_pstate and amd-pstate: "balance_performance"
machine_reader frequency_limits;     // "800 to 3600 MHz", "3000 MHz"
machine_reader frequency_boost;      // "on", "off"

// The command by which root switches the boost off on this machine: "echo 0 >/sys/…".
const char *frequency_boost_off(const char *root);

// Whether the limits keep some CPU below its highest frequency.
bool frequency_is_capped(struct arena *arena, const char *root);
