// The table of the fingerprint's facts.
#include "machine/fingerprint.h"

#include "base/text.h"
#include "machine/caches.h"
#include "machine/frequency.h"
#include "machine/settings.h"
#include "machine/surroundings.h"
#include "machine/sys.h"
#include "machine/usage.h"

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

// Not to the byte: what firmware and kernel keep for themselves is a little more or less at each
// start of the same machine.
static struct machine_fact memory(struct arena *arena, const char *root)
{
    uint64_t bytes;
    bool told = usage_memory(root, "MemTotal", &bytes);
    double gib = told ? (double)bytes / 0x1p30 : 0;
    return machine_told(told ? arena_printf(arena, gib < 1 ? "%.2g GiB" : "%.1f GiB", gib) : NULL,
                        "not readable");
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
                        "this machine has no switch for it");
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
    {"caches", caches_data},
    {"cache line", caches_line},
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

static const char none[] = "not available here: ";

const char *machine_fact_text(struct arena *arena, const struct machine_fact *fact)
{
    return fact->value ? fact->value : arena_printf(arena, "%s%s", none, fact->why);
}

bool machine_facts_alike(const char *a, const char *b)
{
    return text_equal(a, b) || (text_starts(a, none) && text_starts(b, none));
}
