// Settings of the kernel, and what it lets be measured.
#include "machine/check/internal.h"
#include "machine/rapl.h"
#include "machine/settings.h"
#include "machine/sys.h"
#include "model/level.h"

#include <string.h>

struct sight look_thp(const struct survey *survey)
{
    struct machine_fact pages = setting_thp(survey->arena, survey->root);
    if (!pages.value)
        return seen(FIT_UNKNOWN, pages.why);
    return seen(text_equal(pages.value, "always") ? FIT_LESS : FIT, pages.value);
}

static struct sight better_off(const struct machine_fact *fact)
{
    if (!fact->value)
        return seen(FIT_UNKNOWN, fact->why);
    return seen(text_equal(fact->value, "off") ? FIT : FIT_LESS, fact->value);
}

struct sight look_numa_balancing(const struct survey *survey)
{
    struct machine_fact fact = setting_numa_balancing(survey->arena, survey->root);
    return better_off(&fact);
}

struct sight look_nmi_watchdog(const struct survey *survey)
{
    struct machine_fact fact = setting_nmi_watchdog(survey->arena, survey->root);
    return better_off(&fact);
}

struct sight look_aslr(const struct survey *survey)
{
    struct machine_fact aslr = setting_aslr(survey->arena, survey->root);
    bool permitted = addresses_can_be_fixed();
    if (!aslr.value)
        return seen(FIT_UNKNOWN, aslr.why);
    return (struct sight){
        .fitness = permitted ? FIT : FIT_LESS,
        .is = arena_printf(survey->arena, "%s; switching it off in a child is %s", aslr.value,
                           permitted ? "permitted" : "refused (personality)"),
        .remedy = "Allow personality() in the container's seccomp profile, or say 'aslr: kernel' "
                  "in the experiment file."};
}

struct sight look_mitigations(const struct survey *survey)
{
    struct machine_fact fact = setting_mitigations(survey->arena, survey->root);
    return fact.value ? seen(FIT, fact.value) : seen(FIT_UNKNOWN, fact.why);
}

struct sight look_microcode(const struct survey *survey)
{
    struct machine_fact fact = setting_microcode(survey->arena, survey->root);
    return fact.value ? seen(FIT, fact.value) : seen(FIT_UNKNOWN, fact.why);
}

// The kernel lists the CPU's own unit only where it can drive it: "cpu", "cpu_core", "armv8_…".
static bool has_counters(const struct survey *survey)
{
    struct text_list units =
        sys_names(survey->arena, survey->root, "/sys/bus/event_source/devices");
    for (size_t i = 0; i < units.count; i++)
        if (text_equal(units.items[i], "cpu") || text_starts(units.items[i], "cpu_") ||
            text_starts(units.items[i], "armv"))
            return true;
    return false;
}

struct sight look_counters(const struct survey *survey)
{
    const char *level =
        sys_line(survey->arena, survey->root, "/proc/sys/kernel/perf_event_paranoid");
    if (!level)
        return seen(FIT_UNKNOWN, "this kernel has no perf_event");
    if (!has_counters(survey))
        return seen(FIT_UNKNOWN, "no hardware counters are visible, as in most virtual machines");
    bool refused = *level > '2' && *level <= '9'; // -1 to 2: a process may count its own
    return seen(refused ? FIT_LESS : FIT,
                arena_printf(survey->arena, "perf_event_paranoid is %s: %s", level,
                             refused ? "only root may count" : "a process may count its own"));
}

struct sight look_energy(const struct survey *survey)
{
    struct rapl rapl = rapl_find(survey->arena, survey->root, 1U << RAPL_PACKAGES);
    const char *why;
    if (rapl_has(&rapl, RAPL_PACKAGES, &why))
        return seen(FIT, "RAPL is readable");
    if (!rapl.count)
        return seen(FIT_UNKNOWN, why);
    size_t length = strlen(why), clause = strcspn(why, "(");
    if (clause == length)
        return seen(FIT_LESS, why);
    return (struct sight){
        .fitness = FIT_LESS,
        .is = arena_strndup(survey->arena, why, clause - 1),
        .remedy =
            arena_printf(survey->arena, "%.*s. Other users can then infer what is computed here.",
                         (int)(length - clause) - 2, why + clause + 1)};
}
