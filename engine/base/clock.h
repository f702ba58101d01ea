// Clocks: durations that survive suspend and clock jumps, and the time of day for people.
#pragma once

#include <stdint.h>

// CLOCK_BOOTTIME in nanoseconds: for durations and deadlines.
int64_t clock_boot_ns(void);

// "2026-01-31T23:59:59.123456Z"; text has room for 32 bytes.
void clock_utc(char text[static 32]);
