// Clocks.
#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

int64_t clock_boot_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void clock_utc(char text[static 32])
{
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    char seconds[24];
    strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text, 32, "%.19s.%06ldZ", seconds, now.tv_nsec / 1000 % 1000000);
}

double time_limit_left_s(const struct time_limit *limit)
{
    return limit->end_ns ? (double)(limit->end_ns - clock_boot_ns()) * 1e-9 : INFINITY;
}
