// What --tune wants of each kind of machine, in folders that look like one.
#include "scratch.h"

#include "machine/cpu_list.h"
#include "machine/tune/knobs.h"

#define CPUS "/sys/devices/system/cpu/"

static const struct knob *knob_of(const char *path, size_t *number)
{
    for (const struct knob *knob = knobs; knob->name; knob++)
        if (knob_matches(knob, path, number))
            return knob;
    fail_msg("no knob has '%s'", path);
    return NULL;
}

// What a file is to hold that reads `text`; "" if it stays as it is.
static const char *wanted(struct scratch *scratch, const struct knob_scope *scope, const char *path,
                          const char *text)
{
    size_t number;
    const struct knob *knob = knob_of(path, &number);
    const char *word =
        knob->wanted(&scratch->arena, scope, number, knob_setting(&scratch->arena, text));
    return word ? word : "";
}

// Of a machine with these CPUs, those of each core in a list of their own.
static struct knob_scope scope_of(struct scratch *scratch, const char *online,
                                  const char *const *cores, const char *measured)
{
    cpu_set_t cpus;
    scratch_file(scratch, "root" CPUS "online", online);
    for (; *cores; cores++) {
        assert_true(cpus_read(*cores, &cpus));
        for (int cpu = 0; cpu < 64; cpu++)
            if (CPU_ISSET(cpu, &cpus))
                scratch_file(scratch,
                             arena_printf(&scratch->arena,
                                          "root" CPUS "cpu%d/topology/thread_siblings_list", cpu),
                             *cores);
    }
    assert_true(cpus_read(measured, &cpus));
    return knob_scope(&scratch->arena, scratch_path(scratch, "root"), &cpus);
}

static void check_scope(struct scratch *scratch, const struct knob_scope *scope, const char *idle,
                        const char *others)
{
    assert_string_equal(cpus_written(&scratch->arena, &scope->idle), idle);
    assert_string_equal(cpus_written(&scratch->arena, &scope->others), others);
}

static void takes_only_siblings_that_nothing_needs(void **state)
{
    static const char *const two_each[] = {"0,4", "1,5", "2,6", "3,7", NULL},
                             *const one_core[] = {"0,1", NULL}, *const alone[] = {"0", "1", NULL};
    struct scratch *scratch = *state;
    struct knob_scope scope = scope_of(scratch, "0-7", two_each, "2");
    check_scope(scratch, &scope, "6", "0-1,3-5,7");
    scope = scope_of(scratch, "0-7", two_each, "1-3,6");
    check_scope(scratch, &scope, "5,7", "0,4");
    scope = scope_of(scratch, "0-7", two_each, "5,7"); // their siblings are the lower ones
    check_scope(scratch, &scope, "1,3", "0,2,4,6");
    scope = scope_of(scratch, "0-7", two_each, "4"); // CPU 0 stays
    check_scope(scratch, &scope, "", "0-3,5-7");
    scope = scope_of(scratch, "0-7", two_each, "0-3"); // they alone are left for all else
    check_scope(scratch, &scope, "", "4-7");
    scratch_file(scratch, "root/sys/fs/cgroup/cpuset/cpuset.cpus", "0-7\n"); // groups of old
    scope = scope_of(scratch, "0-7", two_each, "2");
    check_scope(scratch, &scope, "", "0-1,3-7");
    scope = scope_of(scratch, "0-1", one_core, "0");
    check_scope(scratch, &scope, "", "1");
    scope = scope_of(scratch, "0-1", alone, "0-1");
    check_scope(scratch, &scope, "", "");
}

static void wants_of_each_file(void **state)
{
    static const char *const cores[] = {"0,4", "1,5", "2,6", "3,7", NULL};
    struct scratch *scratch = *state;
    struct knob_scope scope = scope_of(scratch, "0-7", cores, "2");
    const struct {
        const char *path, *text, *wanted;
    } cases[] = {
        {CPUS "cpu2/cpufreq/scaling_governor", "schedutil\n", "performance"},
        {CPUS "cpu3/cpufreq/scaling_governor", "schedutil\n", "performance"},
        {CPUS "cpu3/cpufreq/scaling_governor", "userspace\n", ""},
        {CPUS "cpu2/cpufreq/energy_performance_preference", "power\n", "performance"},
        {CPUS "cpufreq/policy12/boost", "1\n", "0"},
        {CPUS "cpufreq/boost", "1\n", "0"},
        {CPUS "intel_pstate/no_turbo", "0\n", "1"},
        {"/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n", "madvise"},
        {"/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n", ""},
        {"/sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n", ""},
        {"/proc/sys/kernel/nmi_watchdog", "1\n", "0"},
        {"/proc/sys/kernel/numa_balancing", "1\n", "0"},
        {"/proc/irq/default_smp_affinity", "ff\n", "bb"},
        {"/proc/irq/default_smp_affinity", "ffffffff,ffffffff\n", "ffffffff,ffffffbb"},
        {"/proc/irq/default_smp_affinity", "44\n", ""}, // else it would be empty
        {"/proc/irq/default_smp_affinity", "nonsense\n", ""},
        {"/proc/irq/44/smp_affinity_list", "0-7\n", "0-1,3-5,7"},
        {"/proc/irq/44/smp_affinity_list", "1,5\n", ""}, // goes elsewhere already
        {"/proc/irq/44/smp_affinity_list", "2,6\n", "0-1,3-5,7"},
        {"/proc/irq/44/smp_affinity_list", "nonsense\n", ""},
        {CPUS "cpu6/online", "1\n", "0"},
        {CPUS "cpu2/online", "1\n", ""},
        {CPUS "cpu5/online", "1\n", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(wanted(scratch, &scope, cases[i].path, cases[i].text), cases[i].wanted);
}

static void leaves_interrupts_that_can_go_nowhere_else(void **state)
{
    static const char *const cores[] = {"0,1", NULL};
    struct scratch *scratch = *state;
    struct knob_scope scope = scope_of(scratch, "0-1", cores, "0-1");
    assert_string_equal(wanted(scratch, &scope, "/proc/irq/44/smp_affinity_list", "0-1\n"), "");
    assert_string_equal(wanted(scratch, &scope, "/proc/irq/default_smp_affinity", "3\n"), "");
}

static void knows_no_other_files(void **state)
{
    (void)state;
    static const char *const others[] = {"/proc/sys/kernel/randomize_va_space",
                                         CPUS "cpu/online",
                                         CPUS "cpu07/online",
                                         CPUS "cpu1x/online",
                                         CPUS "cpu1234567/online",
                                         CPUS "cpu1/online/",
                                         CPUS "cpu1/../cpu1/online",
                                         "/proc/irq/default_smp_affinity ",
                                         "proc/irq/default_smp_affinity",
                                         ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(knob_knows(others[i]));
    assert_true(knob_knows(CPUS "cpu0/online") && knob_knows("/proc/irq/default_smp_affinity"));
}

int tests_of_knobs(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(takes_only_siblings_that_nothing_needs),
        scratch_test(wants_of_each_file),
        scratch_test(leaves_interrupts_that_can_go_nowhere_else),
        cmocka_unit_test(knows_no_other_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
