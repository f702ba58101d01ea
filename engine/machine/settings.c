// Settings of the kernel and the firmware, each from the file that tells it.
#include "machine/settings.h"

#include "machine/sys.h"

#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>

#define CPUS "/sys/devices/system/cpu"

static struct machine_fact on_or_off(const char *root, const char *path, const char *why)
{
    uint64_t number;
    bool told = sys_number(root, path, &number);
    return machine_told(!told ? NULL : number ? "on" : "off", why);
}

struct machine_fact setting_smt(struct arena *arena, const char *root)
{
    const char *first = sys_line(arena, root, CPUS "/cpu0/topology/thread_siblings_list");
    struct machine_fact fact = on_or_off(root, CPUS "/smt/active", "the kernel does not report it");
    if (!fact.value && first) // before Linux 4.19
        fact = machine_told(strpbrk(first, ",-") ? "on" : "off", NULL);
    return fact;
}

// Of "always [madvise] never" that in brackets.
struct machine_fact setting_thp(struct arena *arena, const char *root)
{
    const char *line = sys_line(arena, root, "/sys/kernel/mm/transparent_hugepage/enabled");
    const char *open = line ? strchr(line, '[') : NULL, *close = open ? strchr(open, ']') : NULL;
    return machine_told(close ? arena_strndup(arena, open + 1, (size_t)(close - open - 1)) : NULL,
                        "the kernel does not report it");
}

struct machine_fact setting_aslr(struct arena *arena, const char *root)
{
    static const char *const words[] = {"off", "partial", "full"};
    uint64_t number;
    (void)arena;
    bool told = sys_number(root, "/proc/sys/kernel/randomize_va_space", &number) && number < 3;
    return machine_told(told ? words[number] : NULL, "the kernel does not report it");
}

struct machine_fact setting_numa_balancing(struct arena *arena, const char *root)
{
    (void)arena;
    return on_or_off(root, "/proc/sys/kernel/numa_balancing", "this kernel has none");
}

struct machine_fact setting_nmi_watchdog(struct arena *arena, const char *root)
{
    (void)arena;
    return on_or_off(root, "/proc/sys/kernel/nmi_watchdog", "this kernel has none");
}

struct machine_fact setting_clocksource(struct arena *arena, const char *root)
{
    return machine_told(
        sys_line(arena, root, "/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        "not readable");
}

// Those at work: they cost time in system calls and branches.
struct machine_fact setting_mitigations(struct arena *arena, const char *root)
{
    const char *words = "";
    struct text_list names = sys_names(arena, root, CPUS "/vulnerabilities");
    for (size_t i = 0; i < names.count; i++) {
        const char *path = arena_printf(arena, CPUS "/vulnerabilities/%s", names.items[i]);
        const char *line = sys_line(arena, root, path);
        if (line && text_starts(line, "Mitigation"))
            words = arena_printf(arena, "%s%s%s", words, *words ? ", " : "", names.items[i]);
    }
    return machine_told(!names.count ? NULL
                        : *words     ? words
                                     : "none",
                        "the kernel does not report it");
}

// The file is there, and empty, where there are none; "(null)" on some kernels.
static struct machine_fact cpus_of(struct arena *arena, const char *root, const char *path)
{
    const char *line = sys_line(arena, root, path);
    bool none = !line || *line == '(';
    return machine_told(!none                    ? line
                        : sys_exists(root, path) ? "none"
                                                 : NULL,
                        "the kernel does not report it");
}

struct machine_fact setting_isolated(struct arena *arena, const char *root)
{
    return cpus_of(arena, root, CPUS "/isolated");
}

struct machine_fact setting_tickless(struct arena *arena, const char *root)
{
    return cpus_of(arena, root, CPUS "/nohz_full");
}

struct machine_fact setting_power(struct arena *arena, const char *root)
{
    static const char folder[] = "/sys/class/power_supply";
    bool draining = false;
    struct text_list names = sys_names(arena, root, folder);
    for (size_t i = 0; i < names.count; i++) {
        const char *path = arena_printf(arena, "%s/%s", folder, names.items[i]);
        const char *type = sys_line(arena, root, arena_printf(arena, "%s/type", path));
        const char *scope = sys_line(arena, root, arena_printf(arena, "%s/scope", path));
        const char *status = sys_line(arena, root, arena_printf(arena, "%s/status", path));
        bool own = text_equal(type, "Battery") && !text_equal(scope, "Device"); // not a mouse's
        draining = draining || (own && text_equal(status, "Discharging"));
    }
    return machine_told(!sys_exists(root, folder) ? NULL
                        : draining                ? "battery"
                                                  : "mains",
                        "the kernel does not report it");
}

struct machine_fact setting_microcode(struct arena *arena, const char *root)
{
    const char *value = sys_value(arena, root, "/proc/cpuinfo", "microcode");
    return machine_told(value ? value : sys_line(arena, root, CPUS "/cpu0/microcode/version"),
                        "this kind of CPU does not report it");
}

bool addresses_can_be_fixed(void)
{
    const unsigned long query = 0xffffffff;
    int before = personality(query);
    if (before < 0 || personality((unsigned long)before | ADDR_NO_RANDOMIZE) < 0)
        return false;
    bool works = personality(query) & ADDR_NO_RANDOMIZE;
    return personality((unsigned long)before) >= 0 && works;
}

bool stack_limit_is_below(uint64_t bytes)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_max < bytes;
}
