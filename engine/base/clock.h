// Clocks: one for durations, unaffected by suspension and clock changes, and the time of day.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// CLOCK_BOOTTIME in nanoseconds: for durations and deadlines.
int64_t clock_boot_ns(void);

// Writes "2026-01-31T23:59:59.123456Z".
void clock_utc(char text[static 32]);

// When work ends that is under way: with a budget, or at a deadline. Zeros: never.
struct time_limit {
    int64_t end_ns;   // boot clock; 0: never
    bool is_deadline; // else the end of a budget
};

// Infinite without a limit; 0 or less: it is over.
double time_limit_left_s(const struct time_limit *limit);
