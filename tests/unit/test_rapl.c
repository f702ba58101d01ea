// Energy counters, in trees that stand in for those of many machines.
#include "scratch.h"

#include "machine/rapl.h"

enum { ALL = 1U << RAPL_PACKAGES | 1U << RAPL_CORES | 1U << RAPL_DRAM };

#define RANGE "262143328850\n"

static char *zone_file(struct scratch *scratch, const char *zone, const char *file)
{
    return arena_printf(&scratch->arena, "sys/class/powercap/%s/%s", zone, file);
}

static void set(struct scratch *scratch, const char *zone, const char *file, const char *content)
{
    scratch_file(scratch, zone_file(scratch, zone, file), content);
}

static void add_zone(struct scratch *scratch, const char *zone, const char *name,
                     const char *energy_uj)
{
    set(scratch, zone, "name", arena_printf(&scratch->arena, "%s\n", name));
    set(scratch, zone, "max_energy_range_uj", RANGE);
    set(scratch, zone, "energy_uj", energy_uj);
}

static struct rapl find(struct scratch *scratch)
{
    return rapl_find(&scratch->arena, scratch->folder, ALL);
}

static struct rapl_reading look_at(const struct rapl *rapl)
{
    struct rapl_reading look;
    rapl_read(rapl, &look);
    return look;
}

// What package-0 says after its counter went from one text to another in so many seconds.
static const char *after(struct scratch *scratch, const char *before_uj, const char *after_uj,
                         double seconds, double *joules)
{
    const char *why = NULL;
    set(scratch, "intel-rapl:0", "energy_uj", before_uj);
    struct rapl rapl = find(scratch);
    struct rapl_reading before = look_at(&rapl);
    if (after_uj)
        set(scratch, "intel-rapl:0", "energy_uj", after_uj);
    else
        unlink(scratch_path(scratch, zone_file(scratch, "intel-rapl:0", "energy_uj")));
    struct rapl_reading now = look_at(&rapl);
    now.at_ns = before.at_ns + (int64_t)(seconds * 1e9);
    *joules = -1;
    bool known = rapl_between(&rapl, RAPL_PACKAGES, &before, &now, &scratch->arena, joules, &why);
    assert_true(known ? *joules > 0 : *joules == -1);
    return known ? NULL : why;
}

static void assert_joules(struct scratch *scratch, const char *before_uj, const char *after_uj,
                          double seconds, double joules)
{
    double found;
    const char *why = after(scratch, before_uj, after_uj, seconds, &found);
    if (why)
        fail_msg("%s", why);
    assert_close(found, joules, 1e-12);
}

static void assert_unknown(struct scratch *scratch, const char *before_uj, const char *after_uj,
                           double seconds, const char *expected)
{
    double ignored;
    assert_string_equal(after(scratch, before_uj, after_uj, seconds, &ignored), expected);
}

static void assert_has_not(const struct rapl *rapl, enum rapl_part part, const char *expected)
{
    const char *why = NULL;
    assert_false(rapl_has(rapl, part, &why));
    assert_string_equal(why, expected);
}

static void two_sockets_with_cores_and_memory(void **state)
{
    static const char *const zones[][3] = {
        {"intel-rapl:0", "package-0", "1000000"}, {"intel-rapl:0:0", "core", "100000"},
        {"intel-rapl:0:1", "uncore", "7"},        {"intel-rapl:0:2", "dram", "10000"},
        {"intel-rapl:1", "package-1", "2000000"}, {"intel-rapl:1:0", "core", "200000"},
        {"intel-rapl:1:1", "dram", "20000"},      {"intel-rapl:2", "psys", "5"},
        {"intel-rapl-mmio:0", "package-0", "9"},
    };
    static const double expected[RAPL_PARTS] = {3, 0.3, 0.03};
    struct scratch *scratch = *state;
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
        add_zone(scratch, zones[i][0], zones[i][1], "0\n");
    struct rapl rapl = find(scratch);
    assert_int_equal(rapl.count, 6);
    struct rapl_reading before = look_at(&rapl);
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
        set(scratch, zones[i][0], "energy_uj", zones[i][2]);
    struct rapl_reading now = look_at(&rapl);
    for (enum rapl_part part = 0; part < RAPL_PARTS; part++) {
        const char *why = "";
        double joules = 0;
        assert_true(rapl_has(&rapl, part, &why));
        assert_true(rapl_between(&rapl, part, &before, &now, &scratch->arena, &joules, &why));
        assert_close(joules, expected[part], 1e-12);
    }
    assert_int_equal(rapl_find(&scratch->arena, scratch->folder, 1U << RAPL_DRAM).count, 2);
}

// As in the kernel's own class folder.
static void zones_may_be_links(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    add_zone(scratch, "../../devices/virtual/powercap/intel-rapl/intel-rapl:0", "package-0", "5\n");
    assert_true(folder_make(scratch_path(scratch, "sys/class/powercap"), &error));
    assert_int_equal(symlink("../../devices/virtual/powercap/intel-rapl/intel-rapl:0",
                             scratch_path(scratch, "sys/class/powercap/intel-rapl:0")),
                     0);
    assert_joules(scratch, "5\n", "1500005\n", 1, 1.5);
}

static void only_memory_mapped_counters(void **state)
{
    struct scratch *scratch = *state;
    add_zone(scratch, "intel-rapl-mmio:0", "package-0", "5\n");
    struct rapl rapl = find(scratch);
    assert_int_equal(rapl.count, 1);
    assert_string_equal(rapl.domains[0].folder, "/sys/class/powercap/intel-rapl-mmio:0");
}

static void a_counter_that_wraps_once(void **state)
{
    struct scratch *scratch = *state;
    add_zone(scratch, "intel-rapl:0", "package-0", "0\n");
    assert_joules(scratch, "0\n", "262143328850\n", 500, 262143.32885);
    assert_joules(scratch, "262143328849\n", "0\n", 0.001, 1e-6);
    assert_joules(scratch, "262143000000\n", "100000", 0.01, 0.42885);
    assert_joules(scratch, "200000000000\n", "100000000000\n", 200, 162143.32885);
}

// At 1000 W the range is over after 262 s; where less is allowed, later.
static void a_counter_that_may_have_wrapped_twice(void **state)
{
    static const char restart[] = "package-0: its energy_uj may have wrapped around more than "
                                  "once: only shorter executions can be measured";
    struct scratch *scratch = *state;
    add_zone(scratch, "intel-rapl:0", "package-0", "0\n");
    assert_joules(scratch, "1000000\n", "2000000\n", 262, 1);
    assert_unknown(scratch, "1000000\n", "2000000\n", 264, restart);
    assert_joules(scratch, "1000000\n", "2001000000\n", 264, 2000);
    assert_unknown(scratch, "200000000000\n", "100000000000\n", 425, restart);
    set(scratch, "intel-rapl:0", "constraint_0_max_power_uw", "65000000\n");
    set(scratch, "intel-rapl:0", "constraint_1_power_limit_uw", "125000000\n");
    assert_joules(scratch, "1000000\n", "2000000\n", 1047, 1);
    assert_unknown(scratch, "1000000\n", "2000000\n", 1049, restart);
}

// A part of a package has no more power than the package.
static void limits_of_a_package_hold_for_its_parts(void **state)
{
    struct scratch *scratch = *state;
    add_zone(scratch, "intel-rapl:0", "package-0", "0\n");
    add_zone(scratch, "intel-rapl:0:0", "dram", "0\n");
    set(scratch, "intel-rapl:0", "constraint_0_power_limit_uw", "80000000\n");
    struct rapl rapl = find(scratch);
    assert_int_equal(rapl.count, 2);
    assert_close(rapl.domains[0].most_w, 160, 1e-12);
    assert_close(rapl.domains[1].most_w, 160, 1e-12);
    set(scratch, "intel-rapl:0:0", "constraint_0_power_limit_uw", "20000000\n");
    assert_close(find(scratch).domains[1].most_w, 40, 1e-12);
}

static void a_counter_that_cannot_be_trusted(void **state)
{
    struct scratch *scratch = *state;
    add_zone(scratch, "intel-rapl:0", "package-0", "0\n");
    assert_unknown(
        scratch, "1000\n", "1000\n", 1,
        "package-0: its energy_uj did not change: it does not count, or the time is too short");
    assert_unknown(scratch, "262143000000\n", "5000000000\n", 1,
                   "package-0: its energy_uj changed by more than its power allows: it was reset, "
                   "or counts something else");
    assert_unknown(scratch, "1000\n", "262143328851\n", 1,
                   "package-0: its energy_uj is above its max_energy_range_uj");
    assert_unknown(scratch, "1000\n", NULL, 1, "package-0: it has no energy_uj");
    static const char *const nonsense[] = {
        "", "\n", "many\n", "-5\n", "12 13\n", "0x10\n", "99999999999999999999999\n"};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++)
        assert_unknown(scratch, "1000\n", nonsense[i], 1,
                       "package-0: its energy_uj is not a number");
}

static void nonsense_from_the_beginning(void **state)
{
    static const char *const ranges[] = {"", "0\n", "all\n", "-1\n"};
    struct scratch *scratch = *state;
    add_zone(scratch, "intel-rapl:0", "package-0", "5\n");
    add_zone(scratch, "intel-rapl:1", "package-1", "none\n"); // a sum of the others is none
    struct rapl rapl = find(scratch);
    assert_has_not(&rapl, RAPL_PACKAGES, "package-1: its energy_uj is not a number");
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        set(scratch, "intel-rapl:0", "max_energy_range_uj", ranges[i]);
        rapl = find(scratch);
        assert_has_not(&rapl, RAPL_PACKAGES,
                       "package-0: its max_energy_range_uj is not a number above 0");
    }
}

static void what_is_not_there(void **state)
{
    struct scratch *scratch = *state;
    struct rapl rapl = find(scratch);
    assert_has_not(&rapl, RAPL_PACKAGES,
                   "no RAPL counters below /sys/class/powercap, as in most virtual machines");
    assert_has_not(&rapl, RAPL_DRAM,
                   "no RAPL counters below /sys/class/powercap, as in most virtual machines");
    add_zone(scratch, "intel-rapl:0", "package-0", "5\n");
    rapl = find(scratch);
    assert_has_not(&rapl, RAPL_CORES, "RAPL has no core domain");
    assert_has_not(&rapl, RAPL_DRAM, "RAPL has no dram domain");
    struct rapl_reading look = look_at(&rapl);
    double joules = -1;
    const char *why;
    assert_false(rapl_between(&rapl, RAPL_DRAM, &look, &look, &scratch->arena, &joules, &why));
    assert_string_equal(why, "RAPL has no dram domain");
}

static void counters_for_root_only(void **state)
{
    struct scratch *scratch = *state;
    add_zone(scratch, "intel-rapl:0", "package-0", "5\n");
    const char *file = scratch_path(scratch, zone_file(scratch, "intel-rapl:0", "energy_uj"));
    assert_int_equal(chmod(file, 0), 0);
    take_rights_away();
    struct rapl rapl = find(scratch);
    give_rights_back();
    assert_has_not(&rapl, RAPL_PACKAGES,
                   "package-0: only root may read its energy_uj (sudo chmod a+r "
                   "/sys/class/powercap/intel-rapl*/energy_uj; for good a udev rule: "
                   "SUBSYSTEM==\"powercap\", RUN+=\"/bin/chmod a+r /sys%p/energy_uj\")");
    assert_int_equal(chmod(file, 0444), 0); // to be read is enough
    rapl = find(scratch);
    const char *why;
    assert_true(rapl_has(&rapl, RAPL_PACKAGES, &why));
}

int tests_of_rapl(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(two_sockets_with_cores_and_memory),
        scratch_test(zones_may_be_links),
        scratch_test(only_memory_mapped_counters),
        scratch_test(a_counter_that_wraps_once),
        scratch_test(a_counter_that_may_have_wrapped_twice),
        scratch_test(limits_of_a_package_hold_for_its_parts),
        scratch_test(a_counter_that_cannot_be_trusted),
        scratch_test(nonsense_from_the_beginning),
        scratch_test(what_is_not_there),
        scratch_test(counters_for_root_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
