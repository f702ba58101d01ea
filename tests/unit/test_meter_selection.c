// Meters that cannot be had on this machine are left out, named with the reason, never zero.
#include "scratch.h"

#include "executor/observe/meter_selection.h"
#include "run/execution.h"
#include "store/events.h"
#include "store/results/outcomes.h"

static bool by_file(const struct meter *meter, struct arena *arena, const char *root,
                    const char **why)
{
    *why = arena_printf(arena, "no file %s", meter->summary);
    return file_exists(arena_printf(arena, "%s/%s", root, meter->summary));
}

static const struct meter always = {.name = "always"};
static const struct meter one = {.name = "one", .summary = "one", .probe = by_file};
static const struct meter two = {.name = "two", .summary = "two", .probe = by_file};

static void test_what_is_not_there_is_left_out(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    const struct meter *asked[] = {&one, &always, &two};
    struct spec spec = {.meters = asked, .meter_count = 3};
    struct meter_selection selection = {.count = 0};
    scratch_file(scratch, "two", "");
    assert_true(
        meter_selection_choose(&selection, &scratch->arena, &spec, scratch->folder, &error));
    assert_int_equal(selection.count, 2);
    assert_ptr_equal(selection.items[0], &always); // the first one's place
    assert_ptr_equal(selection.items[1], &two);
    assert_int_equal(selection.unmeasured.count, 1);
    assert_string_equal(selection.unmeasured.items[0], "not measured: one: no file one");
}

static void test_nothing_left_is_unfit(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    const struct meter *asked[] = {&one, &two};
    struct spec spec = {.meters = asked, .meter_count = 2};
    struct meter_selection selection = {.count = 0};
    assert_false(
        meter_selection_choose(&selection, &scratch->arena, &spec, scratch->folder, &error));
    assert_int_equal(error.code, EXIT_UNFIT);
    assert_string_equal(error.text, "this machine can measure none of the metrics in "
                                    "'measure': one: no file one; two: no file two");
}

static void test_what_an_execution_has_not_is_told_once(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    struct event_row *events;
    size_t count;
    const struct meter *asked[] = {&always, meter_find("unique_memory"), meter_find("tree_memory"),
                                   meter_find("rate")};
    struct log log = {.quiet = true};
    struct meter_selection selection = {.items = asked, .count = 4};
    struct recorder recorder = {
        .arena = &scratch->arena, .log = &log, .store = store_temporary(&error)};
    struct observation observation = {0};
    figure_set(&observation.outcome.figures, FIGURE_TREE_MEMORY, 1);
    assert_true(meter_selection_check(&selection, &recorder, &observation, &error));
    assert_true(meter_selection_check(&selection, &recorder, &observation, &error));
    assert_true(store_events(recorder.store, &scratch->arena, &events, &count, &error));
    assert_int_equal(count, 2);
    assert_string_equal(events[0].kind, "not measured");
    assert_string_equal(
        events[0].text,
        "not measured in every execution: unique_memory: the kernel did not report it");
    assert_string_equal(events[1].text, "not measured in every execution: rate: the benchmark does "
                                        "not declare the operations of an iteration");
    store_close(recorder.store);
}

int tests_of_meter_selection(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_is_not_there_is_left_out, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(test_nothing_left_is_unfit, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(test_what_an_execution_has_not_is_told_once, scratch_make,
                                        scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
