// What machine this is.
#include "machine/fingerprint.h"

#include "machine/sys.h"

#include <sys/utsname.h>

static void add(struct machine_facts *facts, const char *name, const char *value, const char *why)
{
    facts->items[facts->count++] = (struct machine_fact){name, value, value ? NULL : why};
}

struct machine_facts machine_fingerprint(struct arena *arena, const char *root)
{
    struct machine_facts facts = {0};
    struct utsname system;
    uname(&system);
    add(&facts, "host", sys_line(arena, root, "/proc/sys/kernel/hostname"), "not readable");
    add(&facts, "cpu", sys_value(arena, root, "/proc/cpuinfo", "model name"),
        "/proc/cpuinfo names no model");
    add(&facts, "cpus", sys_line(arena, root, "/sys/devices/system/cpu/online"), "not readable");
    add(&facts, "memory", sys_value(arena, root, "/proc/meminfo", "MemTotal"), "not readable");
    add(&facts, "architecture", arena_strdup(arena, system.machine), NULL);
    add(&facts, "kernel", sys_line(arena, root, "/proc/sys/kernel/osrelease"), "not readable");
    add(&facts, "governor",
        sys_line(arena, root, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "no cpufreq here, as in most virtual machines");
    add(&facts, "boost", sys_line(arena, root, "/sys/devices/system/cpu/cpufreq/boost"),
        "no switch for it here");
    add(&facts, "no turbo", sys_line(arena, root, "/sys/devices/system/cpu/intel_pstate/no_turbo"),
        "no Intel P-state driver here");
    add(&facts, "smt", sys_line(arena, root, "/sys/devices/system/cpu/smt/control"),
        "no switch for it here");
    add(&facts, "clocksource",
        sys_line(arena, root, "/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        "not readable");
    add(&facts, "transparent huge pages",
        sys_line(arena, root, "/sys/kernel/mm/transparent_hugepage/enabled"), "not readable");
    return facts;
}
