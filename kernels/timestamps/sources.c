// Readings of time stamps, each no sooner than the one before is done.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // syscall()
#endif
#include "sources.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static uint64_t in_ns(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * 1000000000u + (uint64_t)time->tv_nsec;
}

static double one(void)
{
    return 1;
}

// Without entering the kernel, where the machine's clock allows it.
static uint64_t read_clock_gettime(uint64_t times)
{
    struct timespec now = {0};
    for (; times > 0; times--)
        clock_gettime(CLOCK_MONOTONIC, &now);
    return in_ns(&now);
}

static uint64_t read_syscall(uint64_t times)
{
    struct timespec now = {0};
    for (; times > 0; times--)
        syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return in_ns(&now);
}

#if defined(__x86_64__)
// "=A" would be both halves in 32-bit code only; here it gives the lower one.
static uint64_t read_rdtsc(uint64_t times)
{
    uint64_t low = 0, high = 0;
    for (; times > 0; times--)
        __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return high << 32 | low;
}

static uint64_t read_rdtscp(uint64_t times)
{
    uint64_t low = 0, high = 0;
    for (; times > 0; times--)
        __asm__ volatile("rdtscp\n\tlfence" : "=a"(low), "=d"(high) : : "rcx", "memory");
    return high << 32 | low;
}

// Has a line of the file that begins with `start` this word in it?
static bool has_word(const char *path, const char *start, const char *word)
{
    char line[8192];
    bool found = false;
    FILE *file = fopen(path, "r");
    while (file && !found && fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\n")] = ' ';
        found = strncmp(line, start, strlen(start)) == 0 && strstr(line, word);
    }
    if (file)
        fclose(file);
    return found;
}

static const char *distrust_tsc(void)
{
    static const char clock[] = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    if (!has_word("/proc/cpuinfo", "flags", " constant_tsc "))
        return "its rate may change with the core's (no constant_tsc)";
    if (!has_word("/proc/cpuinfo", "flags", " nonstop_tsc "))
        return "it may stop while the core sleeps (no nonstop_tsc)";
    if (!has_word(clock, "tsc", "tsc"))
        return "the kernel takes another clock (current_clocksource is not tsc)";
    return NULL;
}
#elif defined(__aarch64__)
static uint64_t read_cntvct(uint64_t times)
{
    uint64_t ticks = 0;
    for (; times > 0; times--)
        __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
    return ticks;
}

static uint64_t read_cntvct_fenced(uint64_t times)
{
    uint64_t ticks = 0;
    for (; times > 0; times--)
        __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
    return ticks;
}

static double cntvct_ns_per_tick(void)
{
    uint64_t hertz;
    __asm__("mrs %0, cntfrq_el0" : "=r"(hertz));
    return 1e9 / (double)hertz;
}
#endif

static const struct source sources[] = {
    {"clock_gettime", "", read_clock_gettime, one, NULL},
    {"syscall", "", read_syscall, one, NULL},
#if defined(__x86_64__)
    {"rdtscp", "counter", read_rdtscp, NULL, distrust_tsc},
    {"rdtsc", "counter_fenced", read_rdtsc, NULL, distrust_tsc},
#elif defined(__aarch64__)
    {"cntvct", "counter", read_cntvct, cntvct_ns_per_tick, NULL},
    {"cntvct_fenced", "counter_fenced", read_cntvct_fenced, cntvct_ns_per_tick, NULL},
#endif
};

const struct source *source_named(const char *name)
{
    for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++)
        if (strcmp(sources[i].name, name) == 0 || strcmp(sources[i].alias, name) == 0)
            return &sources[i];
    return NULL;
}
