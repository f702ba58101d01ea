// Checks of the CPUs' clock, and of the clock source.
#include "machine/check/internal.h"

#include "machine/frequency.h"
#include "machine/settings.h"
#include "machine/sys.h"

#include <string.h>

// FIT with the value, FIT_LESS with any other.
static struct check_result wanted(const struct machine_fact *fact, const char *value)
{
    if (!fact->value)
        return result_of(FIT_UNKNOWN, fact->why);
    return result_of(text_equal(fact->value, value) ? FIT : FIT_LESS, fact->value);
}

struct check_result check_driver(const struct check_input *input)
{
    struct machine_fact driver = frequency_driver(input->arena, input->root);
    return driver.value ? result_of(FIT, driver.value) : result_of(FIT_UNKNOWN, driver.why);
}

struct check_result check_governor(const struct check_input *input)
{
    struct machine_fact governor = frequency_governor(input->arena, input->root);
    return text_equal(governor.value, "userspace")
               ? result_of(FIT, "userspace: the clock stays where it was set")
               : wanted(&governor, "performance");
}

struct check_result check_preference(const struct check_input *input)
{
    struct machine_fact preference = frequency_preference(input->arena, input->root);
    return wanted(&preference, "performance");
}

// Any single fixed frequency is fit.
struct check_result check_limits(const struct check_input *input)
{
    struct machine_fact limits = frequency_limits(input->arena, input->root);
    if (!limits.value)
        return result_of(FIT_UNKNOWN, limits.why);
    bool capped = strstr(limits.value, " to ") && frequency_is_capped(input->arena, input->root);
    return result_of(capped ? FIT_LESS : FIT, capped ? arena_printf(input->arena,
                                                                    "%s, below what the "
                                                                    "CPUs can do",
                                                                    limits.value)
                                                     : limits.value);
}

struct check_result check_boost(const struct check_input *input)
{
    struct machine_fact boost = frequency_boost(input->arena, input->root);
    struct check_result result = wanted(&boost, "off");
    result.remedy = arena_printf(input->arena, "As root: %s", frequency_boost_off(input->root));
    return result;
}

struct check_result check_power(const struct check_input *input)
{
    struct machine_fact power = setting_power(input->arena, input->root);
    if (!power.value)
        return result_of(FIT_UNKNOWN, power.why);
    return text_equal(power.value, "battery") ? result_of(FIT_NOT, "battery")
                                              : result_of(FIT, "no battery is being used up");
}

// Clock sources that are read without a system call are fit.
struct check_result check_clocksource(const struct check_input *input)
{
    static const char *const quick[] = {"tsc",
                                        "arch_sys_counter",
                                        "kvm-clock",
                                        "hyperv_clocksource_tsc_page",
                                        "riscv_clocksource",
                                        "timebase",
                                        "tod"};
    struct machine_fact source = setting_clocksource(input->arena, input->root);
    if (!source.value)
        return result_of(FIT_UNKNOWN, source.why);
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++)
        if (text_equal(source.value, quick[i]))
            return result_of(FIT, source.value);
    return result_of(FIT_LESS, source.value);
}
