// What doctor makes of a load, of memory and of heat; that its page fits.
#include "scratch.h"

#include "report/doctor/document.h"
#include "shown.h"

static const struct machine_check *check_of(struct scratch *scratch, const struct load *load,
                                            const char *name)
{
    struct machine_checks checks = machine_checks(&scratch->arena, scratch->folder, load);
    for (size_t i = 0; i < checks.count; i++)
        if (text_equal(checks.items[i].name, name))
            return &checks.items[i];
    fail_msg("there is no check '%s'", name);
    return NULL;
}

static void assert_check(struct scratch *scratch, const char *name, enum fitness fitness,
                         const char *is)
{
    const struct load quiet = {0};
    const struct machine_check *check = check_of(scratch, &quiet, name);
    assert_string_equal(check->is, is);
    assert_int_equal(check->fitness, fitness);
    assert_true(!check->remedy == (fitness >= FIT));
}

static void a_load(void **state)
{
    static const struct {
        double busy, pressure;
        enum fitness fitness;
    } cases[] = {{0, 0, FIT},       {0.049, 0.049, FIT}, {0.05, 0, FIT_LESS},   {0, 0.05, FIT_LESS},
                 {0.2, 0, FIT_NOT}, {0, 0.2, FIT_NOT},   {0.19, 0.19, FIT_LESS}};
    struct scratch *scratch = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct load load = {.busy.share = cases[i].busy, .pressure.share = cases[i].pressure};
        assert_int_equal(check_of(scratch, &load, "load")->fitness, cases[i].fitness);
    }
    struct load load = {.busy.share = 0.5,
                        .pressure.why = "there is none",
                        .busiest = {{"make", 0.3}, {"cc1", 0.125}},
                        .busiest_count = 2};
    assert_string_equal(check_of(scratch, &load, "load")->is,
                        "CPUs busy 50.0 %; busiest processes: 'make' 30.0 %, 'cc1' 12.5 %");
    load.busy.why = "nobody knows";
    assert_int_equal(check_of(scratch, &load, "load")->fitness, FIT_UNKNOWN);
    assert_string_equal(check_of(scratch, &load, "load")->is, "nobody knows");
}

static void memory_and_swap(void **state)
{
    struct scratch *scratch = *state;
    assert_check(scratch, "memory", FIT_UNKNOWN, "/proc/meminfo does not report it");
    scratch_file(scratch, "proc/meminfo",
                 "MemTotal: 1048576 kB\nMemAvailable: 20971 kB\n"
                 "SwapTotal: 0 kB\nSwapFree: 0 kB\n");
    assert_check(scratch, "memory", FIT_NOT, "0.0 of 1.0 GiB available");
    assert_check(scratch, "swap", FIT, "none");
    scratch_file(scratch, "proc/sys/vm/swappiness", "60\n");
    assert_check(scratch, "swappiness", FIT, "60, of no effect without swap");
    scratch_file(scratch, "proc/meminfo",
                 "MemTotal: 1048576 kB\nMemAvailable: 524288 kB\n"
                 "SwapTotal: 2048 kB\nSwapFree: 1024 kB\n");
    assert_check(scratch, "memory", FIT, "0.5 of 1.0 GiB available");
    assert_check(scratch, "swap", FIT_LESS, "1 of 2 MiB in use");
    assert_check(scratch, "swappiness", FIT_LESS, "60");
    scratch_file(scratch, "proc/meminfo", "MemTotal: much\nMemAvailable: 5\n");
    assert_check(scratch, "memory", FIT_UNKNOWN, "/proc/meminfo does not report it");
}

static void heat(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "sys/class/hwmon/hwmon0/name", "nvme\n");
    scratch_file(scratch, "sys/class/hwmon/hwmon0/temp1_input", "99000\n");
    assert_check(scratch, "temperature", FIT_UNKNOWN, "no sensor of the CPUs in /sys/class/hwmon");
    scratch_file(scratch, "sys/class/thermal/thermal_zone0/type", "x86_pkg_temp\n");
    scratch_file(scratch, "sys/class/thermal/thermal_zone0/temp", "45000\n");
    assert_check(scratch, "temperature", FIT, "45 °C (x86_pkg_temp)");
    scratch_file(scratch, "sys/class/hwmon/hwmon3/name", "coretemp\n");
    scratch_file(scratch, "sys/class/hwmon/hwmon3/temp1_input", "50000\n");
    scratch_file(scratch, "sys/class/hwmon/hwmon3/temp2_input", "71000\n");
    scratch_file(scratch, "sys/class/hwmon/hwmon3/temp2_crit", "80000\n");
    scratch_file(scratch, "sys/class/hwmon/hwmon3/temp3_input", "nonsense\n");
    assert_check(scratch, "temperature", FIT_LESS, "71 °C (coretemp, limit 80 °C)");
}

#define RAPL "sys/class/powercap/intel-rapl:0/"

static void energy_and_counters(void **state)
{
    struct scratch *scratch = *state;
    assert_check(scratch, "energy", FIT_UNKNOWN,
                 "no RAPL counters below /sys/class/powercap, as in most virtual machines");
    scratch_file(scratch, RAPL "name", "package-0\n");
    scratch_file(scratch, RAPL "max_energy_range_uj", "1000\n");
    const char *counter = scratch_file(scratch, RAPL "energy_uj", "nonsense\n");
    assert_check(scratch, "energy", FIT_LESS, "package-0: its energy_uj is not a number");
    assert_int_equal(chmod(counter, 0), 0);
    take_rights_away();
    const struct machine_check *check = check_of(scratch, &(struct load){0}, "energy");
    give_rights_back();
    assert_string_equal(check->is, "package-0: only root may read its energy_uj");
    assert_true(text_starts(check->remedy, "sudo chmod a+r /sys/class/powercap/"));
    assert_non_null(strstr(check->remedy, "/energy_uj\". Other users"));
    assert_int_equal(chmod(counter, 0600), 0);
    scratch_file(scratch, RAPL "energy_uj", "17\n");
    assert_check(scratch, "energy", FIT, "RAPL is readable");
    scratch_file(scratch, "proc/sys/kernel/perf_event_paranoid", "-1\n");
    assert_check(scratch, "hardware counters", FIT_UNKNOWN,
                 "no hardware counters are visible, as in most virtual machines");
    scratch_file(scratch, "sys/bus/event_source/devices/cpu/type", "4\n");
    assert_check(scratch, "hardware counters", FIT,
                 "perf_event_paranoid is -1: a process may count its own");
}

static void assert_fits(const char *page, size_t columns)
{
    for (const char *line = page, *end; *line; line = end + 1) {
        size_t count = 0;
        end = strchr(line, '\n');
        for (const char *c = line; c < end; c++)
            count += (*c & 0xc0) != 0x80;
        if (count > columns)
            fail_msg("%zu columns: %.*s", count, (int)(end - line), line);
    }
}

static void the_page_fits(void **state)
{
    struct scratch *scratch = *state;
    struct load load = {.busy.share = 0.5,
                        .busiest = {{"a-long-name-here", 0.3}, {"another-long-one", 0.125}},
                        .busiest_count = 2};
    scratch_file(scratch, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    scratch_file(scratch, "sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
    scratch_file(scratch, "sys/devices/system/cpu/smt/active", "1\n");
    scratch_file(scratch, "sys/kernel/mm/transparent_hugepage/enabled", "[always] never\n");
    scratch_file(scratch, RAPL "name", "package-0\n");
    scratch_file(scratch, RAPL "energy_uj", "\n");
    scratch_file(scratch, "proc/interrupts", "   CPU0 CPU1\n 9: 1 2 x\n");
    scratch_file(scratch, "proc/7/comm", "irqbalance\n");
    const char *why = "there is no RAPL on this machine, or nobody may read it";
    const struct meter_state states[] = {{"wall_time", "s", NULL},
                                         {"energy", "J", why},
                                         {"cycles", "", "no counters"},
                                         {"energy_dram", "J", why}};
    struct diagnosis diagnosis = {.checks = machine_checks(&scratch->arena, scratch->folder, &load),
                                  .meters = states,
                                  .meter_count = 4};
    for (size_t columns = 60; columns <= 100; columns += 20) {
        char *page = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&page, &length);
        shown(diagnosis_document(&scratch->arena, &diagnosis), out, columns);
        fclose(out);
        assert_fits(page, columns);
        const char *said = strstr(page, "not available here: energy, energy_dram (there is");
        assert_non_null(said);
        assert_non_null(strstr(said, "not available here: cycles (no counters)\n"));
        free(page);
    }
}

int tests_of_checks(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_load),        scratch_test(memory_and_swap),
        scratch_test(heat),          scratch_test(energy_and_counters),
        scratch_test(the_page_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
