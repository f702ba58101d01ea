// The settings that disturb measurements, and what to set them to.
#include "machine/tune/knobs.h"

#include "base/text.h"
#include "machine/cpu_list.h"
#include "machine/sys.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define CPUS "/sys/devices/system/cpu/"

enum { NUMBER_DIGITS = 6 };

// ---- What is wanted

static const char *want_performance(struct arena *arena, const struct knob_scope *scope,
                                    size_t number, const char *now)
{
    (void)arena, (void)scope, (void)number, (void)now;
    return "performance";
}

// With 'userspace' somebody has set a clock, which would be lost.
static const char *want_governor(struct arena *arena, const struct knob_scope *scope, size_t number,
                                 const char *now)
{
    (void)arena, (void)scope, (void)number;
    return text_equal(now, "userspace") ? NULL : "performance";
}

static const char *want_0(struct arena *arena, const struct knob_scope *scope, size_t number,
                          const char *now)
{
    (void)arena, (void)scope, (void)number, (void)now;
    return "0";
}

static const char *want_1(struct arena *arena, const struct knob_scope *scope, size_t number,
                          const char *now)
{
    (void)arena, (void)scope, (void)number, (void)now;
    return "1";
}

static const char *want_madvise(struct arena *arena, const struct knob_scope *scope, size_t number,
                                const char *now)
{
    (void)arena, (void)scope, (void)number;
    return text_equal(now, "always") ? "madvise" : NULL;
}

static cpu_set_t without(const cpu_set_t *cpus, const cpu_set_t *less)
{
    cpu_set_t both, left;
    CPU_AND(&both, cpus, less);
    CPU_XOR(&left, cpus, &both);
    return left;
}

// Where an interrupt went before, if that is elsewhere, too.
static const char *want_elsewhere(struct arena *arena, const struct knob_scope *scope,
                                  size_t number, const char *now)
{
    (void)number;
    cpu_set_t cpus;
    if (!cpus_read(now, &cpus))
        return NULL;
    cpu_set_t left = without(&cpus, &scope->measured);
    left = without(&left, &scope->idle);
    if (CPU_EQUAL(&left, &cpus))
        return NULL;
    return CPU_COUNT(&left)            ? cpus_written(arena, &left)
           : CPU_COUNT(&scope->others) ? cpus_written(arena, &scope->others)
                                       : NULL;
}

// A mask, "ff,ffffffff": the last digit is of CPUs 0 to 3.
static const char *want_mask_elsewhere(struct arena *arena, const struct knob_scope *scope,
                                       size_t number, const char *now)
{
    (void)number;
    char *mask = arena_strdup(arena, now);
    bool any = false;
    if (!*mask || mask[strspn(mask, "0123456789abcdef,")])
        return NULL;
    for (size_t at = strlen(mask), cpu = 0; at-- > 0;) {
        if (mask[at] == ',')
            continue;
        unsigned digit =
            (unsigned)(isdigit((unsigned char)mask[at]) ? mask[at] - '0' : mask[at] - 'a' + 10);
        for (unsigned bit = 0; bit < 4; bit++, cpu++)
            if (cpu < CPU_SETSIZE &&
                (CPU_ISSET(cpu, &scope->measured) || CPU_ISSET(cpu, &scope->idle)))
                digit &= ~(1U << bit);
        mask[at] = "0123456789abcdef"[digit];
        any = any || digit;
    }
    return any ? mask : NULL;
}

static const char *want_offline(struct arena *arena, const struct knob_scope *scope, size_t number,
                                const char *now)
{
    (void)arena, (void)now;
    return number < CPU_SETSIZE && CPU_ISSET(number, &scope->idle) ? "0" : NULL;
}

// ---- The table

// Governors are for all CPUs: cores share the clock of what is around them. An energy preference
// cannot be set while the governor is 'performance', so it goes before it, and comes back after it.
// The switch for all boosts overwrites that of each policy, so it goes after those. Siblings come
// back first of all: files of theirs are there only then.
const struct knob knobs[] = {
    {"energy preference", CPUS "cpu#/cpufreq/energy_performance_preference", "performance",
     "a processor that saves energy is slow to speed up", false, want_performance},
    {"governor", CPUS "cpu#/cpufreq/scaling_governor", "performance, unless it is userspace",
     "otherwise the clock follows the load, and the first milliseconds are slow", false,
     want_governor},
    {"boost of a policy", CPUS "cpufreq/policy#/boost", "0",
     "how far a clock is boosted depends on the temperature and on the other cores", false, want_0},
    {"boost", CPUS "cpufreq/boost", "0", "the same, where one switch is for all", false, want_0},
    {"no_turbo", CPUS "intel_pstate/no_turbo", "1", "the same, on Intel's own driver", false,
     want_1},
    {"transparent huge pages", "/sys/kernel/mm/transparent_hugepage/enabled",
     "madvise, if it is always",
     "whether a program gets some depends on how fragmented the memory is; programs that ask for "
     "them still get them",
     false, want_madvise},
    {"NMI watchdog", "/proc/sys/kernel/nmi_watchdog", "0",
     "it interrupts every CPU and takes one of the hardware counters", false, want_0},
    {"NUMA balancing", "/proc/sys/kernel/numa_balancing", "0",
     "it unmaps pages to see who uses them, and moves them", false, want_0},
    {"affinity of new interrupts", "/proc/irq/default_smp_affinity", "without the measured CPUs",
     "interrupts belong on the CPUs that are not measured", true, want_mask_elsewhere},
    {"affinity of interrupts", "/proc/irq/#/smp_affinity_list", "without the measured CPUs",
     "interrupts belong on the CPUs that are not measured", true, want_elsewhere},
    {"SMT siblings online", CPUS "cpu#/online", "0, those of measured CPUs",
     "a program on the sibling of a measured CPU takes its units and caches", true, want_offline},
    {0},
};
_Static_assert(sizeof knobs / sizeof *knobs <= KNOBS_MOST, "room in a plan");

// ---- Files

char *knob_setting(struct arena *arena, const char *text)
{
    const char *open = strchr(text, '['), *close = open ? strchr(open, ']') : NULL;
    size_t length = strcspn(text, "\n");
    return close ? arena_strndup(arena, open + 1, (size_t)(close - open - 1))
                 : arena_strndup(arena, text, length);
}

bool knob_matches(const struct knob *knob, const char *path, size_t *number)
{
    const char *pattern = knob->pattern;
    size_t length = strcspn(pattern, "#");
    *number = 0;
    if (!pattern[length])
        return text_equal(pattern, path);
    if (strncmp(path, pattern, length) != 0)
        return false;
    const char *digits = path + length;
    size_t count = strspn(digits, "0123456789");
    if (count < 1 || count > NUMBER_DIGITS || (*digits == '0' && count > 1))
        return false;
    *number = strtoul(digits, NULL, 10);
    return text_equal(digits + count, pattern + length + 1);
}

bool knob_knows(const char *path)
{
    size_t ignored;
    for (const struct knob *knob = knobs; knob->name; knob++)
        if (knob_matches(knob, path, &ignored))
            return true;
    return false;
}

// ---- Topology

static void read_online(struct arena *arena, const char *root, cpu_set_t *online)
{
    const char *list = sys_line(arena, root, CPUS "online");
    if (!list || !cpus_read(list, online))
        CPU_ZERO(online);
}

static cpu_set_t siblings_of(struct arena *arena, const char *root, const cpu_set_t *measured)
{
    cpu_set_t siblings, one;
    CPU_ZERO(&siblings);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        const char *list =
            CPU_ISSET(cpu, measured)
                ? sys_line(arena, root,
                           arena_printf(arena, CPUS "cpu%d/topology/thread_siblings_list", cpu))
                : NULL;
        if (list && cpus_read(list, &one))
            CPU_OR(&siblings, &siblings, &one);
    }
    return without(&siblings, measured);
}

struct knob_scope knob_scope(struct arena *arena, const char *root, const cpu_set_t *measured)
{
    struct knob_scope scope = {.root = root, .measured = *measured};
    cpu_set_t online;
    read_online(arena, root, &online);
    scope.others = without(&online, measured);
    scope.idle = siblings_of(arena, root, measured);
    CPU_CLR(0, &scope.idle); // much of a kernel's own work is bound to it
    if (sys_names(arena, root, "/sys/fs/cgroup/cpuset").count)
        CPU_ZERO(&scope.idle); // groups of the first version never get back what was offline
    cpu_set_t left = without(&scope.others, &scope.idle);
    if (CPU_COUNT(&left))
        scope.others = left;
    else
        CPU_ZERO(&scope.idle);
    return scope;
}
