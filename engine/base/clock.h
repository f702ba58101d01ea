// Clocks: one for durations, unaffected by suspension and clock changes, and the time of day.
#pragma once

#include <stdint.h>

// CLOCK_BOOTTIME in nanoseconds: for durations and deadlines.
int64_t clock_boot_ns(void);

// Writes "2026-01-31T23:59:59.123456Z".
void clock_utc(char text[static 32]);
