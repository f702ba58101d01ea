// Checks of load, memory, throttling and temperature.
#include "machine/check/internal.h"

#include "machine/activity/throttle.h"
#include "machine/sys.h"
#include "machine/usage.h"

static const double busy_much = 0.2; // share of all CPUs' time; a machine with more is not fit

static const char *busiest_wording(const struct check_input *input)
{
    const struct load *load = input->load;
    const char *words = "";
    for (size_t i = 0; i < load->busiest_count; i++)
        words = arena_printf(input->arena, "%s%s'%s' %.1f %%", words,
                             i ? ", " : "; busiest processes: ", load->busiest[i].name,
                             100 * load->busiest[i].share);
    return words;
}

struct check_result check_load(const struct check_input *input)
{
    const struct load_share *busy = &input->load->busy, *pressure = &input->load->pressure;
    if (busy->why)
        return result_of(FIT_UNKNOWN, busy->why);
    const char *waited = pressure->why ? ""
                                       : arena_printf(input->arena,
                                                      ", some process waited for one %.1f %% of "
                                                      "the last 10 s",
                                                      100 * pressure->share);
    bool idle =
        busy->share < LOAD_IDLE_BUSY && (pressure->why || pressure->share < LOAD_IDLE_PRESSURE);
    bool much = busy->share >= busy_much || (!pressure->why && pressure->share >= busy_much);
    return result_of(idle   ? FIT
                     : much ? FIT_NOT
                            : FIT_LESS,
                     arena_printf(input->arena, "CPUs busy %.1f %%%s%s", 100 * busy->share, waited,
                                  busiest_wording(input)));
}

struct check_result check_memory(const struct check_input *input)
{
    uint64_t all, available;
    if (!usage_memory(input->root, "MemTotal", &all) ||
        !usage_memory(input->root, "MemAvailable", &available) || !all)
        return result_of(FIT_UNKNOWN, "/proc/meminfo does not report it");
    double share = (double)available / (double)all;
    return result_of(share < 0.03  ? FIT_NOT
                     : share < 0.1 ? FIT_LESS
                                   : FIT,
                     arena_printf(input->arena, "%.1f of %.1f GiB available",
                                  (double)available / 0x1p30, (double)all / 0x1p30));
}

// Used, of all there is.
static bool swap_of(const struct check_input *input, uint64_t *used, uint64_t *all)
{
    uint64_t free;
    bool told = usage_memory(input->root, "SwapTotal", all) &&
                usage_memory(input->root, "SwapFree", &free) && free <= *all;
    *used = told ? *all - free : 0;
    return told;
}

struct check_result check_swap(const struct check_input *input)
{
    uint64_t used, all;
    if (!swap_of(input, &used, &all))
        return result_of(FIT_UNKNOWN, "/proc/meminfo does not report it");
    if (!all)
        return result_of(FIT, "none");
    return result_of(used ? FIT_LESS : FIT,
                     arena_printf(input->arena, "%.0f of %.0f MiB in use", (double)used / 0x1p20,
                                  (double)all / 0x1p20));
}

struct check_result check_swappiness(const struct check_input *input)
{
    enum { LITTLE = 10 };
    uint64_t number, used, all;
    if (!sys_number(input->root, "/proc/sys/vm/swappiness", &number))
        return result_of(FIT_UNKNOWN, "the kernel does not report it");
    bool swaps = swap_of(input, &used, &all) && all;
    return result_of(swaps && number > LITTLE ? FIT_LESS : FIT,
                     arena_printf(input->arena, "%.0f%s", (double)number,
                                  swaps ? "" : ", of no effect without swap"));
}

struct check_result check_throttling(const struct check_input *input)
{
    struct throttle_watch watch = throttle_begin(input->arena, input->root);
    if (!watch.count)
        return result_of(FIT_UNKNOWN, "the kernel counts none for these CPUs");
    return result_of(watch.events ? FIT_LESS : FIT,
                     watch.events
                         ? arena_printf(input->arena, "%.0f times since the machine started",
                                        (double)watch.events)
                         : "never since the machine started");
}

struct check_result check_temperature(const struct check_input *input)
{
    enum { HOT = 85, MARGIN = 10 };
    struct temperature now;
    if (!usage_temperature(input->arena, input->root, &now))
        return result_of(FIT_UNKNOWN, "no sensor of the CPUs in /sys/class/hwmon");
    double hot = now.limit > 0 ? now.limit - MARGIN : HOT;
    const char *limit =
        now.limit > 0 ? arena_printf(input->arena, ", limit %.0f °C", now.limit) : "";
    return result_of(now.celsius >= hot ? FIT_LESS : FIT,
                     arena_printf(input->arena, "%.0f °C (%s%s)", now.celsius, now.sensor, limit));
}
