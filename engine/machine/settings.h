// Settings of kernel and firmware that change the speed of a program, or its variation.
#pragma once

#include "machine/fact.h"

#include <stdbool.h>
#include <stdint.h>

machine_reader setting_smt;            // "on", "off": does any core have a second thread at work?
machine_reader setting_thp;            // "always", "madvise", "never"
machine_reader setting_aslr;           // "off", "partial", "full"
machine_reader setting_numa_balancing; // "on", "off"
machine_reader setting_nmi_watchdog;   // "on", "off"
machine_reader setting_clocksource;    // "tsc"
machine_reader setting_mitigations;    // "meltdown, spectre_v1", "none"
machine_reader setting_isolated;       // CPUs taken from the scheduler: "2-3", "none"
machine_reader setting_tickless;       // CPUs without a tick while one program runs there
machine_reader setting_power;          // "mains", "battery"; "mains" where there is no battery
machine_reader setting_microcode;

// Whether personality(ADDR_NO_RANDOMIZE) works in this process: containers may refuse or ignore it.
bool addresses_can_be_fixed(void);

// Whether this process cannot set its stack limit to so many bytes.
bool stack_limit_is_below(uint64_t bytes);
