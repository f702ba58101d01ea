// What is required of a machine: how it is written, and whether it holds.
#include "scratch.h"

#include "spec/requirement.h"

static struct requirement_judged judged(struct scratch *scratch, const char *text,
                                        const struct load *load)
{
    struct requirement *requirement = arena_new(&scratch->arena, struct requirement);
    const char *problem = requirement_read(&scratch->arena, text, requirement);
    if (problem)
        fail_msg("%s", problem);
    return *requirements_judge(&scratch->arena, scratch->folder, load, requirement, 1);
}

static void assert_judged(struct scratch *scratch, const char *text, bool holds, const char *is)
{
    const struct load load = {.busy.share = 0.1, .pressure.why = "there is no such file"};
    struct requirement_judged found = judged(scratch, text, &load);
    if (found.holds != holds || !text_equal(found.is, is))
        fail_msg("%s: %s, is %s", text, found.holds ? "holds" : "does not hold", found.is);
}

static void words(void **state)
{
    struct scratch *scratch = *state;
    assert_judged(scratch, "boost=off", false, "not known here: this machine has no switch for it");
    assert_judged(scratch, "boost!=on", false, "not known here: this machine has no switch for it");
    scratch_file(scratch, "sys/devices/system/cpu/cpufreq/boost", "0\n");
    assert_judged(scratch, "boost=off", true, "off");
    assert_judged(scratch, " boost = off ", true, "off");
    assert_judged(scratch, "boost!=off", false, "off");
    scratch_file(scratch, "sys/devices/system/cpu/online", "0-1\n");
    scratch_file(scratch, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    assert_judged(scratch, "governor=performance", true, "performance");
    scratch_file(scratch, "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "ondemand\n");
    assert_judged(scratch, "governor=performance", false, "mixed: performance on 0, ondemand on 1");
    scratch_file(scratch, "sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "intel_pstate\n");
    scratch_file(scratch, "sys/devices/system/cpu/intel_pstate/status", "active\n");
    assert_judged(scratch, "driver=intel_pstate", true, "intel_pstate, active");
    assert_judged(scratch, "driver=intel", false, "intel_pstate, active");
    assert_judged(scratch, "driver!=acpi-cpufreq", true, "intel_pstate, active");
}

static void numbers(void **state)
{
    struct scratch *scratch = *state;
    assert_judged(scratch, "cpus>=1", false, "not known here: the kernel does not report it");
    scratch_file(scratch, "proc/self/status", "Cpus_allowed_list:\t0-3\n");
    scratch_file(scratch, "proc/meminfo", "MemTotal: 8388608 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB");
    static const struct {
        const char *text, *is;
        bool holds;
    } cases[] = {
        {"cpus>=4", "4", true},
        {"cpus>4", "4", false},
        {"cpus=4", "4", true},
        {"cpus!=4", "4", false},
        {"cpus<5", "4", true},
        {"cpus<=3", "4", false},
        {"memory>=8Gi", "8 GiB", true},
        {"memory>8Gi", "8 GiB", false},
        {"load<10%", "10.0 %", false},
        {"load<=10%", "10.0 %", true},
        {"load < 0.11", "10.0 %", true},
        {"swap=0", "0 MiB", true},
        {"pressure<50%", "not known here: there is no such file", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_judged(scratch, cases[i].text, cases[i].holds, cases[i].is);
}

static void what_is_none(void **state)
{
    static const char *const cases[][2] = {
        {"governor", "'governor' is not a requirement such as governor=performance, load<5% "
                     "or memory>=8Gi"},
        {"", "'' is not a requirement such as governor=performance, load<5% or memory>=8Gi"},
        {"governer=performance", "unknown requirement 'governer'; did you mean 'governor'?"},
        {"=5", "unknown requirement ''"},
        {"governor=", "'governor' takes a word"},
        {"governor>performance", "'governor' is a word: it takes = or !="},
        {"boost=offf", "'boost' is one of on, off, not 'offf'; did you mean 'off'?"},
        {"load<much", "'load' takes a share such as 5%, not 'much'"},
        {"load<-5%", "'load' takes a share such as 5%, not '-5%'"},
        {"cpus>=4Gi", "'cpus' takes a number such as 4, not '4Gi'"},
        {"memory>=8GB", "'memory' takes a size such as 8Gi, not '8GB'"},
        {"load<<5%", "'load' takes a share such as 5%, not '<5%'"},
    };
    struct scratch *scratch = *state;
    struct requirement requirement;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *problem = requirement_read(&scratch->arena, cases[i][0], &requirement);
        assert_non_null(problem);
        assert_string_equal(problem, cases[i][1]);
    }
}

// A table's row without its reader would be found on a user's machine only.
static void everything_can_be_judged(void **state)
{
    struct scratch *scratch = *state;
    const struct load load = {0};
    for (const struct requirement_subject *subject = requirement_subjects; subject->name;
         subject++) {
        assert_true(!subject->word == (subject->quantity != QUANTITY_WORD));
        assert_true(!subject->number == (subject->quantity == QUANTITY_WORD));
        struct requirement requirement = {.subject = subject, .word = "x"};
        assert_non_null(
            requirements_judge(&scratch->arena, scratch->folder, &load, &requirement, 1)->is);
    }
}

int tests_of_requirement(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(words),
        scratch_test(numbers),
        scratch_test(what_is_none),
        scratch_test(everything_can_be_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
