// Fuzzes the readers of /proc and /sys, below a root of its own: each figure is known, or why not.
#include "fuzz.h"
#include "machine/activity/quiet_core.h"
#include "machine/activity/throttle.h"
#include "machine/caches.h"
#include "machine/check/check.h"
#include "machine/fingerprint.h"
#include "machine/frequency.h"
#include "machine/memory_group.h"
#include "machine/rapl.h"
#include "machine/surroundings.h"
#include "machine/topology.h"

#define CPU "sys/devices/system/cpu"

// A machine of two CPUs.
static const struct {
    const char *path, *text;
} files[] = {
    {"proc/stat", "cpu  100 0 50 9000 10 0 0 0 0 0\ncpu0 50 0 25 4500 5 0 0 0 0 0\n"
                  "cpu1 50 0 25 4500 5 0 0 0 0 0\n"},
    {"proc/interrupts", "           CPU0       CPU1\n  9:        750        100  IO-APIC acpi\n"
                        "NMI:          1          1  Non-maskable interrupts\n"},
    {"proc/42/stat", "42 (some) S 1 1 1 0 -1 0 0 0 0 0 7 8 0 0 20 0 1 0 99 0 0\n"},
    {"proc/cpuinfo", "model name\t: Some CPU\nflags\t\t: fpu sse2\nmicrocode\t: 0xf4\n"},
    {"proc/meminfo", "MemTotal: 16777216 kB\nMemAvailable: 12582912 kB\nSwapTotal: 2097152 kB\n"
                     "SwapFree: 1048576 kB\n"},
    {"proc/pressure/cpu", "some avg10=0.50 avg60=0.00 avg300=0.00 total=1\n"},
    {"proc/self/cgroup", "0::/user.slice/bench\n"},
    {"proc/self/status", "Cpus_allowed_list:\t0-1\n"},
    {"proc/cmdline", "quiet isolcpus=1\n"},
    {"proc/sys/kernel/randomize_va_space", "2\n"},
    {"proc/sys/kernel/perf_event_paranoid", "3\n"},
    {"sys/fs/cgroup/user.slice/cpu.max", "250000 100000\n"},
    {"sys/fs/cgroup/cgroup.controllers", "cpu memory\n"},
    {"sys/fs/cgroup/user.slice/cgroup.subtree_control", "memory\n"},
    {"sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n"},
    {CPU "/online", "0-1\n"},
    {CPU "/present", "0-1\n"},
    {CPU "/isolated", "1\n"},
    {CPU "/nohz_full", "(null)\n"},
    {CPU "/smt/control", "on\n"},
    {CPU "/vulnerabilities/meltdown", "Mitigation: PTI\n"},
    {CPU "/cpu0/topology/core_id", "0\n"},
    {CPU "/cpu0/topology/thread_siblings_list", "0-1\n"},
    {CPU "/cpu1/topology/physical_package_id", "0\n"},
    {CPU "/cpu0/cpufreq/scaling_driver", "intel_pstate\n"},
    {CPU "/cpu0/cpufreq/scaling_governor", "powersave\n"},
    {CPU "/cpu1/cpufreq/scaling_governor", "performance\n"},
    {CPU "/cpu0/cpufreq/scaling_min_freq", "800000\n"},
    {CPU "/cpu0/cpufreq/scaling_max_freq", "3600000\n"},
    {CPU "/cpu0/cpufreq/cpuinfo_max_freq", "3600000\n"},
    {CPU "/cpu0/cpufreq/boost", "1\n"},
    {CPU "/cpu0/thermal_throttle/core_throttle_count", "3\n"},
    {CPU "/cpu0/cache/index0/level", "1\n"},
    {CPU "/cpu0/cache/index0/size", "48K\n"},
    {CPU "/cpu0/cache/index0/type", "Data\n"},
    {CPU "/cpu0/cache/index0/coherency_line_size", "64\n"},
    {CPU "/cpu0/cache/index0/shared_cpu_list", "0-1\n"},
    {CPU "/cpufreq/boost", "0\n"},
    {CPU "/intel_pstate/status", "active\n"},
    {"sys/devices/system/node/online", "0\n"},
    {"sys/devices/system/node/has_memory", "0\n"},
    {"sys/devices/system/node/node0/cpulist", "0-1\n"},
    {"sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n"},
    {"sys/class/powercap/intel-rapl:0/name", "package-0\n"},
    {"sys/class/powercap/intel-rapl:0/max_energy_range_uj", "262143328850\n"},
    {"sys/class/powercap/intel-rapl:0/energy_uj", "12345\n"},
    {"sys/class/powercap/intel-rapl:0/constraint_0_power_limit_uw", "15000000\n"},
    {"sys/class/hwmon/hwmon0/name", "coretemp\n"},
    {"sys/class/hwmon/hwmon0/temp1_input", "93000\n"},
    {"sys/class/hwmon/hwmon0/temp1_max", "100000\n"},
    {"sys/class/power_supply/BAT0/type", "Battery\n"},
    {"sys/class/power_supply/BAT0/status", "Discharging\n"},
};
enum { FILES = sizeof files / sizeof *files };

static void put(struct arena *arena, size_t file, const uint8_t *data, size_t size)
{
    fuzzed_place(arena, files[file].path, data, size);
}

static void put_own(struct arena *arena, size_t file)
{
    put(arena, file, (const uint8_t *)files[file].text, strlen(files[file].text));
}

// The input is pieces: which file, how many bytes, the bytes.
static void put_pieces(struct arena *arena, const uint8_t *data, size_t size, bool changed[FILES])
{
    while (size > 2) {
        size_t file = data[0] % FILES, length = data[1] < size - 2 ? data[1] : size - 2;
        put(arena, file, data + 2, length);
        changed[file] = true;
        data += 2 + length;
        size -= 2 + length;
    }
}

static void need_facts(const struct machine_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++)
        if (!facts->items[i].value && !facts->items[i].why)
            abort();
}

static void read_energy(struct arena *arena, const struct rapl *rapl,
                        const struct rapl_reading *before)
{
    struct rapl_reading after;
    double joules;
    const char *why;
    rapl_read(rapl, &after);
    for (unsigned part = 0; part < RAPL_PARTS; part++)
        if (rapl_between(rapl, part, before, &after, arena, &joules, &why) && !(joules >= 0))
            abort();
}

static void read_rest(struct arena *arena, const char *root)
{
    const char *why;
    double cpus;
    size_t nodes;
    struct cache caches[CACHE_LEVELS_MOST];
    struct throttle_watch throttle = throttle_begin(arena, root);
    struct machine_fact data = caches_data(arena, root), line = caches_line(arena, root);
    (void)throttle_read(&throttle, 0);
    (void)caches_told(arena, data.value ? data.value : "", caches);
    (void)caches_line_told(line.value ? line.value : "");
    (void)memory_group_place(arena, root, &why);
    (void)memory_nodes(arena, root, &nodes);
    (void)surrounding_quota_cpus(arena, root, &cpus);
    (void)frequency_boost_off(root);
    (void)frequency_is_capped(arena, root);
}

// What counts is read before the change and after.
static void read_machine(struct arena *arena, const uint8_t *data, size_t size, bool changed[FILES])
{
    const char *root = fuzzed_folder();
    struct rapl rapl = rapl_find(arena, root, (1u << RAPL_PARTS) - 1);
    struct rapl_reading before;
    struct quiet_watch *quiet = quiet_begin(arena, root);
    struct load_watch *watch = load_begin(arena, root);
    rapl_read(&rapl, &before);
    put_pieces(arena, data, size, changed);
    struct load load = load_end(arena, watch);
    struct machine_facts facts = machine_fingerprint(arena, root);
    struct quiet_cores cores = quiet_end(arena, quiet, 1);
    struct machine_checks checks = machine_checks(arena, root, &load);
    for (size_t i = 0; i < checks.count; i++)
        if (!checks.items[i].is)
            abort();
    if (!cores.words)
        abort();
    need_facts(&facts);
    read_energy(arena, &rapl, &before);
    rapl = rapl_find(arena, root, (1u << RAPL_PARTS) - 1);
    read_energy(arena, &rapl, &before);
    read_rest(arena, root);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool made;
    struct arena arena = {0};
    bool changed[FILES] = {false};
    for (size_t i = 0; !made && i < FILES; i++)
        put_own(&arena, i);
    made = true;
    read_machine(&arena, data, size, changed);
    for (size_t i = 0; i < FILES; i++)
        if (changed[i])
            put_own(&arena, i);
    arena_release(&arena);
    return 0;
}
