// Where this is, and who else is on the cores.
#include "machine/activity/interrupts.h"
#include "machine/check/internal.h"
#include "machine/settings.h"
#include "machine/surroundings.h"
#include "machine/sys.h"

#include <ctype.h>
#include <math.h>

struct sight look_quota(const struct survey *survey)
{
    struct machine_fact quota = surrounding_quota(survey->arena, survey->root);
    double cpus;
    if (!quota.value)
        return seen(FIT_UNKNOWN, quota.why);
    if (!surrounding_quota_cpus(survey->arena, survey->root, &cpus))
        return seen(FIT, quota.value);
    size_t allowed = surrounding_cpus_allowed(survey->arena, survey->root);
    return seen(cpus < 1                 ? FIT_NOT
                : cpus < (double)allowed ? FIT_LESS
                                         : FIT,
                arena_printf(survey->arena, "%s, by its cgroup", quota.value));
}

struct sight look_hypervisor(const struct survey *survey)
{
    struct machine_fact fact = surrounding_hypervisor(survey->arena, survey->root);
    if (!fact.value)
        return seen(FIT_UNKNOWN, fact.why);
    if (text_equal(fact.value, "none"))
        return seen(FIT, "none: the system runs on the hardware itself");
    return seen(FIT_LESS, text_equal(fact.value, "unnamed")
                              ? "a virtual machine; the hypervisor gives no name"
                              : arena_printf(survey->arena, "a virtual machine (%s)", fact.value));
}

struct sight look_container(const struct survey *survey)
{
    struct machine_fact fact = surrounding_container(survey->arena, survey->root);
    if (!fact.value)
        return seen(FIT_UNKNOWN, fact.why);
    return seen(FIT, text_equal(fact.value, "none")
                         ? "none is seen"
                         : arena_printf(survey->arena, "signs of %s", fact.value));
}

struct sight look_cpus(const struct survey *survey)
{
    size_t online = surrounding_cpus_online(survey->arena, survey->root);
    size_t allowed = surrounding_cpus_allowed(survey->arena, survey->root);
    if (!online || !allowed)
        return seen(FIT_UNKNOWN, "the kernel does not report it");
    return seen(
        online < 2 || allowed < 2 ? FIT_LESS : FIT,
        arena_printf(survey->arena, "%zu online, %zu of them for this process", online, allowed));
}

struct sight look_kernel(const struct survey *survey)
{
    const char *release = sys_line(survey->arena, survey->root, "/proc/sys/kernel/osrelease");
    return release ? seen(FIT, arena_printf(survey->arena, "Linux %s", release))
                   : seen(FIT_UNKNOWN, "not readable");
}

struct sight look_smt(const struct survey *survey)
{
    struct machine_fact smt = setting_smt(survey->arena, survey->root);
    if (!smt.value)
        return seen(FIT_UNKNOWN, smt.why);
    bool off = text_equal(smt.value, "off");
    return seen(off ? FIT : FIT_LESS, off ? "off: no core runs a second thread" : "on");
}

// Where there are few CPUs, none can be spared.
struct sight look_isolation(const struct survey *survey)
{
    enum { ENOUGH = 4 };
    struct machine_fact isolated = setting_isolated(survey->arena, survey->root);
    struct machine_fact tickless = setting_tickless(survey->arena, survey->root);
    if (!isolated.value)
        return seen(FIT_UNKNOWN, isolated.why);
    bool none = text_equal(isolated.value, "none");
    bool many = surrounding_cpus_online(survey->arena, survey->root) >= ENOUGH;
    return seen(none && many ? FIT_LESS : FIT,
                arena_printf(survey->arena, "%s%s%s%s", isolated.value,
                             none && !many ? ", with too few CPUs to spare one" : "",
                             tickless.value ? "; without a tick: " : "",
                             tickless.value ? tickless.value : ""));
}

// ---- Interrupts

static bool runs(const struct survey *survey, const char *program)
{
    struct text_list ids = sys_names(survey->arena, survey->root, "/proc");
    bool found = false;
    for (size_t i = 0; i < ids.count && !found; i++)
        found = isdigit((unsigned char)*ids.items[i]) &&
                text_equal(sys_line(survey->arena, survey->root,
                                    arena_printf(survey->arena, "/proc/%s/comm", ids.items[i])),
                           program);
    return found;
}

struct sight look_interrupts(const struct survey *survey)
{
    struct interrupts interrupts = interrupts_read(survey->arena, survey->root);
    double most = 0, all = 0;
    if (interrupts.why)
        return seen(FIT_UNKNOWN, interrupts.why);
    for (size_t i = 0; i < interrupts.count; i++) {
        most = fmax(most, (double)interrupts.devices[i]);
        all += (double)interrupts.devices[i];
    }
    bool moved = runs(survey, "irqbalance");
    const char *spread =
        all > 0 ? arena_printf(survey->arena,
                               "%.0f of devices since the machine started, %.0f %% of them on one "
                               "of %zu CPUs",
                               all, 100 * most / all, interrupts.cpus)
                : "none of devices";
    return seen(moved ? FIT_LESS : FIT,
                arena_printf(survey->arena, "%s; irqbalance %s", spread,
                             moved ? "moves them between CPUs" : "is not seen"));
}
