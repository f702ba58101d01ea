// What machine this is.
#include "machine/fingerprint.h"

#include "machine/frequency.h"
#include "machine/settings.h"
#include "machine/surroundings.h"
#include "machine/sys.h"

#include <sys/utsname.h>

static struct machine_fact host(struct arena *arena, const char *root)
{
    return machine_told(sys_line(arena, root, "/proc/sys/kernel/hostname"), "not readable");
}

static struct machine_fact cpu(struct arena *arena, const char *root)
{
    return machine_told(sys_value(arena, root, "/proc/cpuinfo", "model name"),
                        "/proc/cpuinfo names no model");
}

static struct machine_fact cpus(struct arena *arena, const char *root)
{
    return machine_told(sys_line(arena, root, "/sys/devices/system/cpu/online"), "not readable");
}

static struct machine_fact memory(struct arena *arena, const char *root)
{
    return machine_told(sys_value(arena, root, "/proc/meminfo", "MemTotal"), "not readable");
}

static struct machine_fact numa_nodes(struct arena *arena, const char *root)
{
    return machine_told(sys_line(arena, root, "/sys/devices/system/node/online"),
                        "this kernel knows none");
}

static struct machine_fact architecture(struct arena *arena, const char *root)
{
    struct utsname system;
    (void)root;
    uname(&system);
    return machine_told(arena_strdup(arena, system.machine), NULL);
}

static struct machine_fact kernel(struct arena *arena, const char *root)
{
    return machine_told(sys_line(arena, root, "/proc/sys/kernel/osrelease"), "not readable");
}

static struct machine_fact smt(struct arena *arena, const char *root)
{
    return machine_told(sys_line(arena, root, "/sys/devices/system/cpu/smt/control"),
                        "no switch for it here");
}

static const struct {
    const char *name;
    machine_reader *read;
} facts[] = {
    {"host", host},
    {"cpu", cpu},
    {"cpus", cpus},
    {"memory", memory},
    {"numa nodes", numa_nodes},
    {"architecture", architecture},
    {"hypervisor", surrounding_hypervisor},
    {"container", surrounding_container},
    {"cpu quota", surrounding_quota},
    {"kernel", kernel},
    {"microcode", setting_microcode},
    {"mitigations", setting_mitigations},
    {"driver", frequency_driver},
    {"governor", frequency_governor},
    {"preference", frequency_preference},
    {"frequency", frequency_limits},
    {"boost", frequency_boost},
    {"smt", smt},
    {"isolated", setting_isolated},
    {"tickless", setting_tickless},
    {"clocksource", setting_clocksource},
    {"thp", setting_thp},
    {"aslr", setting_aslr},
    {"numa balancing", setting_numa_balancing},
    {"nmi watchdog", setting_nmi_watchdog},
};

_Static_assert(sizeof facts / sizeof *facts <= MACHINE_FACTS_MOST, "there is no room for them");

struct machine_facts machine_fingerprint(struct arena *arena, const char *root)
{
    struct machine_facts found = {.count = sizeof facts / sizeof *facts};
    for (size_t i = 0; i < found.count; i++) {
        found.items[i] = facts[i].read(arena, root);
        found.items[i].name = facts[i].name;
    }
    return found;
}
