// The clock of the CPUs, and the one that times are read from.
#include "machine/check/internal.h"
#include "machine/frequency.h"
#include "machine/settings.h"
#include "machine/sys.h"

#include <string.h>

// Fit with one value, less so with another.
static struct sight wanted(const struct machine_fact *fact, const char *value)
{
    if (!fact->value)
        return seen(FIT_UNKNOWN, fact->why);
    return seen(text_equal(fact->value, value) ? FIT : FIT_LESS, fact->value);
}

struct sight look_driver(const struct survey *survey)
{
    struct machine_fact driver = frequency_driver(survey->arena, survey->root);
    return driver.value ? seen(FIT, driver.value) : seen(FIT_UNKNOWN, driver.why);
}

struct sight look_governor(const struct survey *survey)
{
    struct machine_fact governor = frequency_governor(survey->arena, survey->root);
    return text_equal(governor.value, "userspace")
               ? seen(FIT, "userspace: the clock stays where it was set")
               : wanted(&governor, "performance");
}

struct sight look_preference(const struct survey *survey)
{
    struct machine_fact preference = frequency_preference(survey->arena, survey->root);
    return wanted(&preference, "performance");
}

// One fixed frequency is what is wanted most, whichever it is.
struct sight look_limits(const struct survey *survey)
{
    struct machine_fact limits = frequency_limits(survey->arena, survey->root);
    if (!limits.value)
        return seen(FIT_UNKNOWN, limits.why);
    bool capped = strstr(limits.value, " to ") && frequency_is_capped(survey->arena, survey->root);
    return seen(capped ? FIT_LESS : FIT, capped ? arena_printf(survey->arena,
                                                               "%s, below what the "
                                                               "CPUs can do",
                                                               limits.value)
                                                : limits.value);
}

struct sight look_boost(const struct survey *survey)
{
    struct machine_fact boost = frequency_boost(survey->arena, survey->root);
    struct sight sight = wanted(&boost, "off");
    sight.remedy = arena_printf(survey->arena, "As root: %s", frequency_boost_off(survey->root));
    return sight;
}

struct sight look_power(const struct survey *survey)
{
    struct machine_fact power = setting_power(survey->arena, survey->root);
    if (!power.value)
        return seen(FIT_UNKNOWN, power.why);
    return text_equal(power.value, "battery") ? seen(FIT_NOT, "battery")
                                              : seen(FIT, "no battery is being used up");
}

// Those that are read without a system call.
struct sight look_clocksource(const struct survey *survey)
{
    static const char *const quick[] = {"tsc",
                                        "arch_sys_counter",
                                        "kvm-clock",
                                        "hyperv_clocksource_tsc_page",
                                        "riscv_clocksource",
                                        "timebase",
                                        "tod"};
    struct machine_fact source = setting_clocksource(survey->arena, survey->root);
    if (!source.value)
        return seen(FIT_UNKNOWN, source.why);
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++)
        if (text_equal(source.value, quick[i]))
            return seen(FIT, source.value);
    return seen(FIT_LESS, source.value);
}
