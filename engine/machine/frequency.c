// Who sets the clock of the CPUs: what cpufreq and its drivers tell.
#include "machine/frequency.h"

#include "machine/cpu_list.h"
#include "machine/sys.h"

#define CPUS "/sys/devices/system/cpu"
#define NO_TURBO CPUS "/intel_pstate/no_turbo"
#define BOOST CPUS "/cpufreq/boost"

// ---- What all CPUs have, or each of its own

// One value, and the CPUs that have it.
struct share {
    const char *value, *cpus;
    size_t last, run; // of the list: its last CPU, and where the run began that ends there
};

struct shares {
    struct share *items;
    size_t count;
};

// Takes over a CPU that is greater than all before.
static void add_cpu(struct arena *arena, struct shares *shares, size_t cpu, const char *value)
{
    size_t i = 0;
    while (i < shares->count && !text_equal(shares->items[i].value, value))
        i++;
    struct share *share = &shares->items[i];
    if (i == shares->count) {
        shares->count++;
        *share = (struct share){value, arena_printf(arena, "%zu", cpu), cpu, cpu};
    } else if (cpu == share->last + 1) {
        share->last = cpu;
    } else {
        share->cpus = share->last > share->run
                          ? arena_printf(arena, "%s-%zu,%zu", share->cpus, share->last, cpu)
                          : arena_printf(arena, "%s,%zu", share->cpus, cpu);
        share->last = share->run = cpu;
    }
}

static const char *in_words(struct arena *arena, const struct shares *shares)
{
    const char *words = shares->count == 1 ? shares->items[0].value : "mixed:";
    for (size_t i = 0; i < shares->count && shares->count > 1; i++) {
        const struct share *share = &shares->items[i];
        words =
            arena_printf(arena, "%s%s %s on %s", words, i ? "," : "", share->value, share->cpus);
        if (share->last > share->run)
            words = arena_printf(arena, "%s-%zu", words, share->last);
    }
    return words;
}

typedef const char *cpu_reader(struct arena *arena, const char *root, const char *folder);

// Of all CPUs that are online and have it; NULL where none does.
static const char *over_cpus(struct arena *arena, const char *root, cpu_reader *read)
{
    enum { KINDS_MOST = 64 };
    struct shares shares = {.items = arena_new_array(arena, struct share, KINDS_MOST + 1)};
    const char *online = sys_line(arena, root, CPUS "/online");
    const char *list = online ? online : "0";
    for (size_t cpu, last; *list && cpus_next(&list, &cpu, &last);)
        for (; cpu <= last; cpu++) {
            const char *folder = arena_printf(arena, CPUS "/cpu%zu/cpufreq", cpu);
            const char *value = read(arena, root, folder);
            if (value && shares.count < KINDS_MOST)
                add_cpu(arena, &shares, cpu, value);
        }
    return shares.count ? in_words(arena, &shares) : NULL;
}

// ---- Driver, governor, preference

static const char none[] = "no cpufreq here, as in most virtual machines";

static const char *read_driver(struct arena *arena, const char *root, const char *folder)
{
    return sys_line(arena, root, arena_printf(arena, "%s/scaling_driver", folder));
}

static const char *read_governor(struct arena *arena, const char *root, const char *folder)
{
    return sys_line(arena, root, arena_printf(arena, "%s/scaling_governor", folder));
}

static const char *read_preference(struct arena *arena, const char *root, const char *folder)
{
    return sys_line(arena, root, arena_printf(arena, "%s/energy_performance_preference", folder));
}

// The makers' own drivers have modes; where another is at work, they may say that they are off.
struct machine_fact frequency_driver(struct arena *arena, const char *root)
{
    static const char *const modes[][2] = {{"intel", CPUS "/intel_pstate/status"},
                                           {"amd", CPUS "/amd_pstate/status"}};
    const char *driver = over_cpus(arena, root, read_driver), *mode = NULL;
    for (size_t i = 0; driver && i < sizeof modes / sizeof *modes; i++)
        if (text_starts(driver, modes[i][0]))
            mode = sys_line(arena, root, modes[i][1]);
    return machine_told(mode ? arena_printf(arena, "%s, %s", driver, mode) : driver, none);
}

struct machine_fact frequency_governor(struct arena *arena, const char *root)
{
    return machine_told(over_cpus(arena, root, read_governor), none);
}

struct machine_fact frequency_preference(struct arena *arena, const char *root)
{
    return machine_told(over_cpus(arena, root, read_preference),
                        sys_exists(root, CPUS "/cpu0/cpufreq") ? "this driver has none" : none);
}

// ---- Limits

static const char *read_limits(struct arena *arena, const char *root, const char *folder)
{
    uint64_t least, most;
    if (!sys_number(root, arena_printf(arena, "%s/scaling_min_freq", folder), &least) ||
        !sys_number(root, arena_printf(arena, "%s/scaling_max_freq", folder), &most))
        return NULL;
    return least == most
               ? arena_printf(arena, "%.0f MHz", (double)most / 1e3)
               : arena_printf(arena, "%.0f to %.0f MHz", (double)least / 1e3, (double)most / 1e3);
}

static const char *read_capped(struct arena *arena, const char *root, const char *folder)
{
    uint64_t most, possible;
    bool capped = sys_number(root, arena_printf(arena, "%s/scaling_max_freq", folder), &most) &&
                  sys_number(root, arena_printf(arena, "%s/cpuinfo_max_freq", folder), &possible) &&
                  most < possible;
    return capped ? "capped" : NULL;
}

struct machine_fact frequency_limits(struct arena *arena, const char *root)
{
    return machine_told(over_cpus(arena, root, read_limits), none);
}

bool frequency_is_capped(struct arena *arena, const char *root)
{
    return over_cpus(arena, root, read_capped) != NULL;
}

// ---- Boost

static const char *read_boost(struct arena *arena, const char *root, const char *folder)
{
    uint64_t boost;
    if (!sys_number(root, arena_printf(arena, "%s/boost", folder), &boost))
        return NULL;
    return boost ? "on" : "off";
}

// Intel's driver has the switch the other way round.
struct machine_fact frequency_boost(struct arena *arena, const char *root)
{
    uint64_t number;
    if (sys_number(root, NO_TURBO, &number))
        return machine_told(number ? "off" : "on", NULL);
    if (sys_number(root, BOOST, &number))
        return machine_told(number ? "on" : "off", NULL);
    return machine_told(over_cpus(arena, root, read_boost), "this machine has no switch for it");
}

const char *frequency_boost_off(const char *root)
{
    uint64_t number;
    return sys_number(root, NO_TURBO, &number) ? "echo 1 >" NO_TURBO
           : sys_number(root, BOOST, &number)  ? "echo 0 >" BOOST
                                               : "echo 0 >" CPUS "/cpuN/cpufreq/boost";
}
