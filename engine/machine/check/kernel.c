// Checks of kernel settings, and of counters that may be read.
#include "machine/check/internal.h"

#include "machine/rapl.h"
#include "machine/settings.h"
#include "machine/sys.h"
#include "model/level.h"

#include <string.h>

struct check_result check_thp(const struct check_input *input)
{
    struct machine_fact pages = setting_thp(input->arena, input->root);
    if (!pages.value)
        return result_of(FIT_UNKNOWN, pages.why);
    return result_of(text_equal(pages.value, "always") ? FIT_LESS : FIT, pages.value);
}

static struct check_result better_off(const struct machine_fact *fact)
{
    if (!fact->value)
        return result_of(FIT_UNKNOWN, fact->why);
    return result_of(text_equal(fact->value, "off") ? FIT : FIT_LESS, fact->value);
}

struct check_result check_numa_balancing(const struct check_input *input)
{
    struct machine_fact fact = setting_numa_balancing(input->arena, input->root);
    return better_off(&fact);
}

struct check_result check_nmi_watchdog(const struct check_input *input)
{
    struct machine_fact fact = setting_nmi_watchdog(input->arena, input->root);
    return better_off(&fact);
}

struct check_result check_aslr(const struct check_input *input)
{
    struct machine_fact aslr = setting_aslr(input->arena, input->root);
    bool permitted = addresses_can_be_fixed();
    if (!aslr.value)
        return result_of(FIT_UNKNOWN, aslr.why);
    return (struct check_result){
        .fitness = permitted ? FIT : FIT_LESS,
        .is = arena_printf(input->arena, "%s; switching it off in a child is %s", aslr.value,
                           permitted ? "permitted" : "refused (personality)"),
        .remedy = "Allow personality() in the container's seccomp profile, or say 'aslr: kernel' "
                  "in the experiment file."};
}

struct check_result check_mitigations(const struct check_input *input)
{
    struct machine_fact fact = setting_mitigations(input->arena, input->root);
    return fact.value ? result_of(FIT, fact.value) : result_of(FIT_UNKNOWN, fact.why);
}

struct check_result check_microcode(const struct check_input *input)
{
    struct machine_fact fact = setting_microcode(input->arena, input->root);
    return fact.value ? result_of(FIT, fact.value) : result_of(FIT_UNKNOWN, fact.why);
}

// The kernel lists the CPU's counters only if it supports them: "cpu", "cpu_core", "armv8_…".
static bool has_counters(const struct check_input *input)
{
    struct text_list units = sys_names(input->arena, input->root, "/sys/bus/event_source/devices");
    for (size_t i = 0; i < units.count; i++)
        if (text_equal(units.items[i], "cpu") || text_starts(units.items[i], "cpu_") ||
            text_starts(units.items[i], "armv"))
            return true;
    return false;
}

struct check_result check_counters(const struct check_input *input)
{
    const char *level = sys_line(input->arena, input->root, "/proc/sys/kernel/perf_event_paranoid");
    if (!level)
        return result_of(FIT_UNKNOWN, "this kernel has no perf_event");
    if (!has_counters(input))
        return result_of(FIT_UNKNOWN,
                         "no hardware counters are visible, as in most virtual machines");
    bool refused = *level > '2' && *level <= '9'; // -1 to 2: a process may count its own
    return result_of(refused ? FIT_LESS : FIT,
                     arena_printf(input->arena, "perf_event_paranoid is %s: %s", level,
                                  refused ? "only root may count" : "a process may count its own"));
}

struct check_result check_energy(const struct check_input *input)
{
    struct rapl rapl = rapl_find(input->arena, input->root, 1U << RAPL_PACKAGES);
    const char *why;
    if (rapl_has(&rapl, RAPL_PACKAGES, &why))
        return result_of(FIT, "RAPL is readable");
    if (!rapl.count)
        return result_of(FIT_UNKNOWN, why);
    size_t length = strlen(why), clause = strcspn(why, "(");
    if (clause == length)
        return result_of(FIT_LESS, why);
    return (struct check_result){
        .fitness = FIT_LESS,
        .is = arena_strndup(input->arena, why, clause - 1),
        .remedy =
            arena_printf(input->arena, "%.*s. Other users can then infer what is computed here.",
                         (int)(length - clause) - 2, why + clause + 1)};
}
