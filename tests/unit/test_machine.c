// What machine this is, told from a tree that stands in for /proc and /sys.
#include "scratch.h"

#include "machine/fingerprint.h"

#include <sys/utsname.h>

static const struct machine_fact *fact_of(const struct machine_facts *facts, const char *name)
{
    for (size_t i = 0; i < facts->count; i++) {
        if (strcmp(facts->items[i].name, name) == 0)
            return &facts->items[i];
    }
    fail_msg("there is no fact '%s'", name);
    return NULL;
}

static struct machine_facts facts_of(struct scratch *scratch)
{
    struct machine_facts facts = machine_fingerprint(&scratch->arena, scratch->folder);
    for (size_t i = 0; i < facts.count; i++) // a value, or why there is none
        assert_true(!facts.items[i].value == !!facts.items[i].why);
    return facts;
}

static void assert_fact(const struct machine_facts *facts, const char *name, const char *value)
{
    const char *told = fact_of(facts, name)->value;
    if (!text_equal(told, value))
        fail_msg("'%s' is '%s'", name, told ? told : "not told");
}

static void a_whole_machine(void **state)
{
    static const char *const files[][3] = {
        {"host", "proc/sys/kernel/hostname", "bench-1"},
        {"kernel", "proc/sys/kernel/osrelease", "6.1.0-test"},
        {"cpus", "sys/devices/system/cpu/online", "0-3,8"},
        {"governor", "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance"},
        {"driver", "sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "acpi-cpufreq"},
        {"smt", "sys/devices/system/cpu/smt/control", "off"},
        {"clocksource", "sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc"},
        {"isolated", "sys/devices/system/cpu/isolated", "2-3"},
        {"numa nodes", "sys/devices/system/node/online", "0-1"},
    };
    struct scratch *scratch = *state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        scratch_file(scratch, files[i][1], arena_printf(&scratch->arena, "%s\n", files[i][2]));
    scratch_file(scratch, "proc/cpuinfo",
                 "processor\t: 0\n"
                 "model\t\t: 85\n"
                 "model name\t: Some CPU: 8 cores @ 3.00GHz\n"
                 "microcode\t: 0xf4\n"
                 "flags\t\t: fpu xhypervisor vme\n"
                 "\n"
                 "processor\t: 1\n"
                 "model name\t: Another\n");
    scratch_file(scratch, "proc/meminfo",
                 "MemTotalFake:          1 kB\n"
                 "MemTotal:       65432100 kB\n"
                 "MemFree:               5 kB\n");
    struct machine_facts facts = facts_of(scratch);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_fact(&facts, files[i][0], files[i][2]);
    assert_fact(&facts, "cpu", "Some CPU: 8 cores @ 3.00GHz");
    assert_fact(&facts, "microcode", "0xf4");
    assert_fact(&facts, "hypervisor", "none");
    assert_fact(&facts, "memory", "62.4 GiB");
    struct utsname system;
    uname(&system);
    assert_fact(&facts, "architecture", system.machine);
}

static void what_is_not_there_is_said(void **state)
{
    struct scratch *scratch = *state;
    struct machine_facts facts = facts_of(scratch);
    for (size_t i = 0; i < facts.count; i++) {
        if (strcmp(facts.items[i].name, "architecture") != 0)
            assert_null(facts.items[i].value);
    }
    assert_string_equal(fact_of(&facts, "governor")->why,
                        "no cpufreq here, as in most virtual machines");
    assert_string_equal(fact_of(&facts, "cpu")->why, "/proc/cpuinfo names no model");
}

// Started anew, a machine has a few kilobytes more or less.
static void memory_is_not_to_the_byte(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "proc/meminfo", "MemTotal: 24683440 kB\n");
    struct machine_facts before = facts_of(scratch);
    scratch_file(scratch, "proc/meminfo", "MemTotal: 24683212 kB\n");
    struct machine_facts after = facts_of(scratch);
    assert_string_equal(fact_of(&before, "memory")->value, fact_of(&after, "memory")->value);
}

// As in some containers and on some boards: files that are empty, cut short or of another shape.
static void odd_files_are_no_facts(void **state)
{
    static const char *const contents[] = {"",
                                           "\n",
                                           "m",
                                           "model name",
                                           "MemTota",
                                           "\n\nMemTotal",
                                           "processor\t: 0\nBogoMIPS\t: 50.00\nM"};
    struct scratch *scratch = *state;
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        scratch_file(scratch, "proc/cpuinfo", contents[i]);
        scratch_file(scratch, "proc/meminfo", contents[i]);
        scratch_file(scratch, "proc/sys/kernel/hostname", i ? "\n" : "");
        struct machine_facts facts = facts_of(scratch);
        assert_fact(&facts, "cpu", NULL);
        assert_fact(&facts, "memory", NULL);
        assert_fact(&facts, "host", NULL);
    }
    scratch_file(scratch, "proc/meminfo", "MemTotal:");
    struct machine_facts facts = facts_of(scratch);
    assert_fact(&facts, "memory", NULL);
    scratch_file(scratch, "proc/meminfo", "MemTotal: 492340 kB"); // no line's end
    facts = facts_of(scratch);
    assert_fact(&facts, "memory", "0.47 GiB");
}

// What one file says, and what is made of it.
static void files_become_words(void **state)
{
    static const char *const cases[][4] = {
        {"boost", "sys/devices/system/cpu/cpufreq/boost", "1", "on"},
        {"boost", "sys/devices/system/cpu/intel_pstate/no_turbo", "1", "off"}, // goes before
        {"boost", "sys/devices/system/cpu/intel_pstate/no_turbo", "0", "on"},
        {"driver", "sys/devices/system/cpu/intel_pstate/status", "off", NULL},
        {"driver", "sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "acpi-cpufreq",
         "acpi-cpufreq"},
        {"driver", "sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "intel_cpufreq",
         "intel_cpufreq, off"},
        {"preference", "sys/devices/system/cpu/cpu0/cpufreq/energy_performance_preference", "power",
         "power"},
        {"frequency", "sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq", "3000000", NULL},
        {"frequency", "sys/devices/system/cpu/cpu0/cpufreq/scaling_min_freq", "800000",
         "800 to 3000 MHz"},
        {"frequency", "sys/devices/system/cpu/cpu0/cpufreq/scaling_min_freq", "3000000",
         "3000 MHz"},
        {"thp", "sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never", "madvise"},
        {"thp", "sys/kernel/mm/transparent_hugepage/enabled", "always", NULL},
        {"aslr", "proc/sys/kernel/randomize_va_space", "1", "partial"},
        {"aslr", "proc/sys/kernel/randomize_va_space", "7", NULL},
        {"nmi watchdog", "proc/sys/kernel/nmi_watchdog", "x", NULL},
        {"tickless", "sys/devices/system/cpu/nohz_full", "(null)", "none"},
        {"isolated", "sys/devices/system/cpu/isolated", "", "none"},
        {"hypervisor", "proc/cpuinfo", "flags : vme hypervisor\nx : 1", "unnamed"},
        {"hypervisor", "sys/class/dmi/id/product_name", "Virtual Machine", "Hyper-V"},
        {"hypervisor", "sys/hypervisor/type", "xen", "xen"},
        {"container", "proc/1/cgroup", "0::/init.scope", "none"},
        {"container", "proc/1/cgroup", "3:cpu:/kubepods/pod1", "kubepods"},
        {"container", ".dockerenv", "", "docker"},
        {"cpu quota", "proc/self/cgroup", "0::/a/b", "none"},
        {"cpu quota", "sys/fs/cgroup/a/b/cpu.max", "max 100000", "none"},
        {"cpu quota", "sys/fs/cgroup/a/b/cpu.max", "300000 100000", "3 CPUs"},
        {"cpu quota", "sys/fs/cgroup/a/cpu.max", "150000 100000", "1.5 CPUs"},
        {"cpu quota", "sys/fs/cgroup/a/cpu.max", "nonsense", "3 CPUs"},
        {"cpu quota", "proc/self/cgroup", "4:cpu,cpuacct:/x\n2:cpuset:/", "none"},
        {"cpu quota", "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000", "none"},
        {"cpu quota", "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1", "none"},
        {"cpu quota", "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000", "0.5 CPUs"},
        {"mitigations", "sys/devices/system/cpu/vulnerabilities/mds", "Not affected", "none"},
        {"mitigations", "sys/devices/system/cpu/vulnerabilities/l1tf", "Mitigation: x", "l1tf"},
    };
    struct scratch *scratch = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scratch_file(scratch, cases[i][1], arena_printf(&scratch->arena, "%s\n", cases[i][2]));
        struct machine_facts facts = facts_of(scratch);
        assert_fact(&facts, cases[i][0], cases[i][3]);
    }
}

static void governors(struct scratch *scratch, const char *const *words, const char *expected)
{
    for (int cpu = 0; words[cpu]; cpu++)
        scratch_file(scratch,
                     arena_printf(&scratch->arena,
                                  "sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu),
                     words[cpu]);
    struct machine_facts facts = facts_of(scratch);
    assert_fact(&facts, "governor", expected);
}

static void cpus_that_differ_are_told_apart(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "sys/devices/system/cpu/online", "0-5\n");
    governors(scratch, (const char *[]){"a", "a", "a", "a", "a", "a", NULL}, "a");
    governors(scratch, (const char *[]){"a", "a", "b", "a", "c", "c", NULL},
              "mixed: a on 0-1,3, b on 2, c on 4-5");
    governors(scratch, (const char *[]){"a", "b", "a", "b", "a", "a", NULL},
              "mixed: a on 0,2,4-5, b on 1,3");
    governors(scratch, (const char *[]){"", "", "b", "b", "b", "b", NULL}, "b"); // some tell none
}

static void this_machine_has_a_kernel(void **state)
{
    struct scratch *scratch = *state;
    struct utsname system;
    uname(&system);
    struct machine_facts facts = machine_fingerprint(&scratch->arena, "");
    assert_fact(&facts, "kernel", system.release);
    assert_fact(&facts, "host", system.nodename);
    assert_non_null(fact_of(&facts, "memory")->value);
}

int tests_of_machine(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_whole_machine),           scratch_test(what_is_not_there_is_said),
        scratch_test(memory_is_not_to_the_byte), scratch_test(odd_files_are_no_facts),
        scratch_test(files_become_words),        scratch_test(cpus_that_differ_are_told_apart),
        scratch_test(this_machine_has_a_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
