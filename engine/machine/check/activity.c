// What runs, and what it leaves of time, memory and coolness.
#include "machine/activity/throttle.h"
#include "machine/check/internal.h"
#include "machine/sys.h"
#include "machine/usage.h"

static const double busy_much = 0.2; // of all CPUs: nobody would take that for a quiet machine

static const char *busiest_wording(const struct survey *survey)
{
    const struct load *load = survey->load;
    const char *words = "";
    for (size_t i = 0; i < load->busiest_count; i++)
        words = arena_printf(survey->arena, "%s%s'%s' %.1f %%", words,
                             i ? ", " : "; busiest processes: ", load->busiest[i].name,
                             100 * load->busiest[i].share);
    return words;
}

struct sight look_load(const struct survey *survey)
{
    const struct load_share *busy = &survey->load->busy, *pressure = &survey->load->pressure;
    if (busy->why)
        return seen(FIT_UNKNOWN, busy->why);
    const char *waited = pressure->why ? ""
                                       : arena_printf(survey->arena,
                                                      ", some process waited for one %.1f %% of "
                                                      "the last 10 s",
                                                      100 * pressure->share);
    bool idle =
        busy->share < LOAD_IDLE_BUSY && (pressure->why || pressure->share < LOAD_IDLE_PRESSURE);
    bool much = busy->share >= busy_much || (!pressure->why && pressure->share >= busy_much);
    return seen(idle   ? FIT
                : much ? FIT_NOT
                       : FIT_LESS,
                arena_printf(survey->arena, "CPUs busy %.1f %%%s%s", 100 * busy->share, waited,
                             busiest_wording(survey)));
}

struct sight look_memory(const struct survey *survey)
{
    uint64_t all, available;
    if (!usage_memory(survey->root, "MemTotal", &all) ||
        !usage_memory(survey->root, "MemAvailable", &available) || !all)
        return seen(FIT_UNKNOWN, "/proc/meminfo does not report it");
    double share = (double)available / (double)all;
    return seen(share < 0.03  ? FIT_NOT
                : share < 0.1 ? FIT_LESS
                              : FIT,
                arena_printf(survey->arena, "%.1f of %.1f GiB available",
                             (double)available / 0x1p30, (double)all / 0x1p30));
}

// Used, of all there is.
static bool swap_of(const struct survey *survey, uint64_t *used, uint64_t *all)
{
    uint64_t free;
    bool told = usage_memory(survey->root, "SwapTotal", all) &&
                usage_memory(survey->root, "SwapFree", &free) && free <= *all;
    *used = told ? *all - free : 0;
    return told;
}

struct sight look_swap(const struct survey *survey)
{
    uint64_t used, all;
    if (!swap_of(survey, &used, &all))
        return seen(FIT_UNKNOWN, "/proc/meminfo does not report it");
    if (!all)
        return seen(FIT, "none");
    return seen(used ? FIT_LESS : FIT, arena_printf(survey->arena, "%.0f of %.0f MiB in use",
                                                    (double)used / 0x1p20, (double)all / 0x1p20));
}

struct sight look_swappiness(const struct survey *survey)
{
    enum { LITTLE = 10 };
    uint64_t number, used, all;
    if (!sys_number(survey->root, "/proc/sys/vm/swappiness", &number))
        return seen(FIT_UNKNOWN, "the kernel does not report it");
    bool swaps = swap_of(survey, &used, &all) && all;
    return seen(swaps && number > LITTLE ? FIT_LESS : FIT,
                arena_printf(survey->arena, "%.0f%s", (double)number,
                             swaps ? "" : ", of no effect without swap"));
}

struct sight look_throttling(const struct survey *survey)
{
    struct throttle_watch watch = throttle_begin(survey->arena, survey->root);
    if (!watch.count)
        return seen(FIT_UNKNOWN, "the kernel counts none for these CPUs");
    return seen(watch.events ? FIT_LESS : FIT,
                watch.events ? arena_printf(survey->arena, "%.0f times since the machine started",
                                            (double)watch.events)
                             : "never since the machine started");
}

struct sight look_temperature(const struct survey *survey)
{
    enum { HOT = 85, MARGIN = 10 };
    struct temperature now;
    if (!usage_temperature(survey->arena, survey->root, &now))
        return seen(FIT_UNKNOWN, "no sensor of the CPUs in /sys/class/hwmon");
    double hot = now.limit > 0 ? now.limit - MARGIN : HOT;
    const char *limit =
        now.limit > 0 ? arena_printf(survey->arena, ", limit %.0f °C", now.limit) : "";
    return seen(now.celsius >= hot ? FIT_LESS : FIT,
                arena_printf(survey->arena, "%.0f °C (%s%s)", now.celsius, now.sensor, limit));
}
