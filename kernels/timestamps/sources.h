// The sources of time stamps that this architecture has.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#define SOURCE_NAMES "clock_gettime, syscall, counter (rdtscp) or counter_fenced (rdtsc)"
#elif defined(__aarch64__)
#define SOURCE_NAMES "clock_gettime, syscall, counter (cntvct) or counter_fenced (cntvct_fenced)"
#else
#define SOURCE_NAMES "clock_gettime or syscall"
#endif

struct source {
    const char *name;
    const char *alias;                // the same on each architecture; "": none
    uint64_t (*read)(uint64_t times); // the last of so many readings in a row, in ticks
    double (*ns_per_tick)(void);      // NULL: nobody says, it must be measured
    const char *(*distrust)(void);    // why it may not keep time, or NULL; NULL: it always does
};

// NULL if there is none of that name.
const struct source *source_named(const char *name);
