// What becomes of two looks at the counters of energy.
#include "scratch.h"

#include "executor/observe/energy.h"
#include "meters/energy.h"

// A machine of two sockets with memory, and an execution of two seconds between two looks.
static void take(struct scratch *scratch, struct energy_watch *watch,
                 struct observation *observation)
{
    static const enum rapl_part parts[] = {RAPL_PACKAGES, RAPL_DRAM, RAPL_PACKAGES, RAPL_DRAM};
    struct rapl_reading readings[2] = {{.at_ns = 1000000000}, {.at_ns = 3000000000}};
    struct recorder recorder = {.arena = &scratch->arena};
    struct error error = {0};
    watch->parts = 1U << RAPL_PACKAGES | 1U << RAPL_DRAM;
    watch->rapl = (struct rapl){.root = scratch->folder, .count = 4};
    for (size_t i = 0; i < 4; i++) {
        watch->rapl.domains[i] = (struct rapl_domain){
            .name = "any", .part = parts[i], .range_uj = 262143328850, .most_w = 1000};
        readings[1].energy_uj[i] = 1000000 * (i + 10);
    }
    *observation = (struct observation){.readings = readings};
    if (!energy_take(watch, &recorder, &scratch->arena, observation, &error))
        fail_msg("%s", error.text);
    observation->readings = NULL;
}

static double figure(const struct observation *observation, enum figure figure)
{
    assert_true(figure_is_known(&observation->outcome.figures, figure));
    return observation->outcome.figures.values[figure];
}

static void sums_over_sockets_less_what_is_used_when_idle(void **state)
{
    struct energy_watch watch = {.idle_known = true, .idle_w = 3.5};
    struct observation observation;
    take(*state, &watch, &observation);
    assert_close(figure(&observation, FIGURE_ENERGY), 22, 1e-12);
    assert_close(figure(&observation, FIGURE_ENERGY_DRAM), 24, 1e-12);
    assert_close(figure(&observation, FIGURE_ENERGY_ABOVE_IDLE), 15, 1e-12);
    assert_false(figure_is_known(&observation.outcome.figures, FIGURE_ENERGY_CORES));
}

static void nothing_is_taken_off_that_is_not_known(void **state)
{
    struct energy_watch watch = {.idle_known = false};
    struct observation observation;
    take(*state, &watch, &observation);
    assert_close(figure(&observation, FIGURE_ENERGY), 22, 1e-12);
    assert_false(figure_is_known(&observation.outcome.figures, FIGURE_ENERGY_ABOVE_IDLE));
}

static void meters_say_why_there_is_none(void **state)
{
    static const char *const names[] = {"energy", "energy_above_idle", "energy_cores",
                                        "energy_dram"};
    struct scratch *scratch = *state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct meter *meter = meter_find(names[i]);
        const char *why = NULL;
        assert_false(meter->probe(meter, &scratch->arena, scratch->folder, &why));
        assert_non_null(why);
    }
    scratch_file(scratch, "sys/class/powercap/intel-rapl:0/name", "package-0\n");
    scratch_file(scratch, "sys/class/powercap/intel-rapl:0/max_energy_range_uj", "1000\n");
    scratch_file(scratch, "sys/class/powercap/intel-rapl:0/energy_uj", "10\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct meter *meter = meter_find(names[i]);
        const char *why = NULL;
        assert_int_equal(meter->probe(meter, &scratch->arena, scratch->folder, &why), i < 2);
    }
}

int tests_of_energy(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(sums_over_sockets_less_what_is_used_when_idle),
        scratch_test(nothing_is_taken_off_that_is_not_known),
        scratch_test(meters_say_why_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
