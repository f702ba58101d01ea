// The clocks of variants: kept as text, the worst of each name found, their grid in values.
#include "testing.h"

#include "analysis/diagnostics/clocks.h"
#include "store/facts.h"

#include <string.h>

static const char fact[] = "monotonic_raw: 9 ns steps, 22 ns a reading, shortest sample 1000 ns "
                           "(never slewed)";

static void goes_to_text_and_back(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct clock_fact clock;
    assert_true(clock_of_text(fact, &clock));
    assert_string_equal(clock.name, "monotonic_raw");
    assert_string_equal(clock.reason, "never slewed");
    assert_close(clock.step_ns, 9, 0);
    assert_close(clock.reading_ns, 22, 0);
    assert_close(clock_share(&clock), 0.031, 1e-12);
    assert_string_equal(clock_in_text(&arena, &clock), fact);
    clock.shortest_ns = 5; // less than a reading
    assert_close(clock_share(&clock), 1, 0);
    arena_release(&arena);
}

static void believes_no_other_text(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "monotonic",
        "monotonic: 0 ns steps, 1 ns a reading, shortest sample 1 ns (x)",
        "monotonic: 1 ns steps, nan ns a reading, shortest sample 1 ns (x)",
        "monotonic: 1 ns steps, 1 ns a reading, shortest sample -1 ns (x)",
        "monotonic: 1 ns steps, 1 ns a reading, shortest sample 1 ns"};
    struct clock_fact clock;
    assert_false(clock_of_text(NULL, &clock));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(clock_of_text(texts[i], &clock));
}

static void finds_the_worst_of_each_name(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct clock_fact *clocks;
    size_t count = 0;
    struct store *store = store_temporary(&error);
    assert_non_null(store);
    static const char *const facts[][2] = {
        {"clock.a.v", "monotonic: 1 ns steps, 9 ns a reading, shortest sample 1000 ns (asked for)"},
        {"clock.b.v", "monotonic: 1 ns steps, 9 ns a reading, shortest sample 100 ns (asked for)"},
        {"clock.c.v", fact},
        {"clock.d.v", "damaged"}};
    for (size_t i = 0; i < 4; i++)
        assert_true(store_set(store, facts[i][0], facts[i][1], &error));
    assert_true(clocks_load(&arena, store, &clocks, &count, &error));
    assert_int_equal(count, 2);
    assert_string_equal(clocks[0].name, "monotonic");
    assert_close(clock_share(&clocks[0]), 0.1, 1e-12);
    assert_string_equal(clocks[1].name, "monotonic_raw");

    struct stored_cell cell = {.benchmark = "b", .entry = "b"};
    struct stored_metric metrics[] = {{.name = "wall_time"}, {.name = "cpu_time"}};
    const char *variants[] = {"v", "w"};
    struct catalogue catalogue = {.cells = &cell, .metrics = metrics, .variants = variants};
    struct series_entry series = {0};
    const double values[] = {3e-9, -2e-9, 4e-9};
    assert_close(clock_step_share(store, &catalogue, &series), 0.01, 1e-12);
    assert_close(clock_grid(0.01, values, 3), 2e-11, 1e-12);
    assert_close(clock_grid(0.01, NULL, 0), 0, 0);
    series.metric = 1; // not timed by it
    assert_close(clock_step_share(store, &catalogue, &series), 0, 0);
    series = (struct series_entry){.variant = 1}; // of which nothing is known
    assert_close(clock_step_share(store, &catalogue, &series), 0, 0);
    store_close(store);
    arena_release(&arena);
}

int tests_of_clocks(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_to_text_and_back),
        cmocka_unit_test(believes_no_other_text),
        cmocka_unit_test(finds_the_worst_of_each_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
