// Checks of virtualization, CPUs and interrupts.
#include "machine/check/internal.h"

#include "machine/activity/interrupts.h"
#include "machine/settings.h"
#include "machine/surroundings.h"
#include "machine/sys.h"

#include <ctype.h>
#include <math.h>

struct check_result check_quota(const struct check_input *input)
{
    struct machine_fact quota = surrounding_quota(input->arena, input->root);
    double cpus;
    if (!quota.value)
        return result_of(FIT_UNKNOWN, quota.why);
    if (!surrounding_quota_cpus(input->arena, input->root, &cpus))
        return result_of(FIT, quota.value);
    size_t allowed = surrounding_cpus_allowed(input->arena, input->root);
    return result_of(cpus < 1                 ? FIT_NOT
                     : cpus < (double)allowed ? FIT_LESS
                                              : FIT,
                     arena_printf(input->arena, "%s, by its cgroup", quota.value));
}

struct check_result check_hypervisor(const struct check_input *input)
{
    struct machine_fact fact = surrounding_hypervisor(input->arena, input->root);
    if (!fact.value)
        return result_of(FIT_UNKNOWN, fact.why);
    if (text_equal(fact.value, "none"))
        return result_of(FIT, "none: the system runs on the hardware itself");
    return result_of(FIT_LESS,
                     text_equal(fact.value, "unnamed")
                         ? "a virtual machine; the hypervisor gives no name"
                         : arena_printf(input->arena, "a virtual machine (%s)", fact.value));
}

struct check_result check_container(const struct check_input *input)
{
    struct machine_fact fact = surrounding_container(input->arena, input->root);
    if (!fact.value)
        return result_of(FIT_UNKNOWN, fact.why);
    return result_of(FIT, text_equal(fact.value, "none")
                              ? "none is seen"
                              : arena_printf(input->arena, "signs of %s", fact.value));
}

struct check_result check_cpus(const struct check_input *input)
{
    size_t online = surrounding_cpus_online(input->arena, input->root);
    size_t allowed = surrounding_cpus_allowed(input->arena, input->root);
    if (!online || !allowed)
        return result_of(FIT_UNKNOWN, "the kernel does not report it");
    return result_of(
        online < 2 || allowed < 2 ? FIT_LESS : FIT,
        arena_printf(input->arena, "%zu online, %zu of them for this process", online, allowed));
}

struct check_result check_kernel(const struct check_input *input)
{
    const char *release = sys_line(input->arena, input->root, "/proc/sys/kernel/osrelease");
    return release ? result_of(FIT, arena_printf(input->arena, "Linux %s", release))
                   : result_of(FIT_UNKNOWN, "not readable");
}

struct check_result check_smt(const struct check_input *input)
{
    struct machine_fact smt = setting_smt(input->arena, input->root);
    if (!smt.value)
        return result_of(FIT_UNKNOWN, smt.why);
    bool off = text_equal(smt.value, "off");
    return result_of(off ? FIT : FIT_LESS, off ? "off: no core runs a second thread" : "on");
}

// With few CPUs, none can be isolated.
struct check_result check_isolation(const struct check_input *input)
{
    enum { ENOUGH = 4 };
    struct machine_fact isolated = setting_isolated(input->arena, input->root);
    struct machine_fact tickless = setting_tickless(input->arena, input->root);
    if (!isolated.value)
        return result_of(FIT_UNKNOWN, isolated.why);
    bool none = text_equal(isolated.value, "none");
    bool many = surrounding_cpus_online(input->arena, input->root) >= ENOUGH;
    return result_of(none && many ? FIT_LESS : FIT,
                     arena_printf(input->arena, "%s%s%s%s", isolated.value,
                                  none && !many ? ", with too few CPUs to spare one" : "",
                                  tickless.value ? "; without a tick: " : "",
                                  tickless.value ? tickless.value : ""));
}

// ---- Interrupts

static bool runs(const struct check_input *input, const char *program)
{
    struct text_list ids = sys_names(input->arena, input->root, "/proc");
    bool found = false;
    for (size_t i = 0; i < ids.count && !found; i++)
        found = isdigit((unsigned char)*ids.items[i]) &&
                text_equal(sys_line(input->arena, input->root,
                                    arena_printf(input->arena, "/proc/%s/comm", ids.items[i])),
                           program);
    return found;
}

struct check_result check_interrupts(const struct check_input *input)
{
    struct interrupts interrupts = interrupts_read(input->arena, input->root);
    double most = 0, all = 0;
    if (interrupts.why)
        return result_of(FIT_UNKNOWN, interrupts.why);
    for (size_t i = 0; i < interrupts.count; i++) {
        most = fmax(most, (double)interrupts.devices[i]);
        all += (double)interrupts.devices[i];
    }
    bool moved = runs(input, "irqbalance");
    const char *spread =
        all > 0 ? arena_printf(input->arena,
                               "%.0f of devices since the machine started, %.0f %% of them on one "
                               "of %zu CPUs",
                               all, 100 * most / all, interrupts.cpus)
                : "none of devices";
    return result_of(moved ? FIT_LESS : FIT,
                     arena_printf(input->arena, "%s; irqbalance %s", spread,
                                  moved ? "moves them between CPUs" : "is not seen"));
}
