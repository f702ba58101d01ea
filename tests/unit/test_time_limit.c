// A real experiment that is to end in time.
#include "campaign/time_limit.h"
#include "store/outcomes.h"
#include "stored.h"

enum { CELLS = 2 };

static struct store *store;
static struct spec *spec;
static struct arena arena;
static const struct log silent = {.quiet = true};

// Two cells of which the pilot said 100 s and 300 s, ±1 % and ±2 %.
static int make(void **state)
{
    (void)state;
    struct error error;
    assert_non_null(store = store_temporary(&error));
    spec = stored_spec(&arena, 2, CELLS);
    assert_done(store_spec(store, spec, &error), error);
    for (size_t cell = 0; cell < CELLS; cell++) {
        struct stored_dimensioning known = {
            .cell = cell, .half_width = 0.01 * (double)(cell + 1), .cost_s = cell ? 300 : 100};
        assert_done(store_dimensioning(store, &known, &error), error);
    }
    return 0;
}

static int end(void **state)
{
    (void)state;
    store_close(store);
    arena_release(&arena);
    return 0;
}

static size_t events(const char **text)
{
    struct error error;
    struct event_row *rows;
    size_t count = 0;
    assert_done(store_events(store, &arena, &rows, &count, &error), error);
    *text = count ? rows[0].text : "";
    return count;
}

static void assert_blocks(double limit_s, size_t first, size_t second, size_t said)
{
    struct error error;
    const char *text;
    struct repetitions repetitions[CELLS] = {{.blocks = 40}, {.blocks = 8}};
    assert_done(time_limit_apply(store, spec, limit_s, &silent, repetitions, &error), error);
    assert_int_equal(repetitions[0].blocks, first);
    assert_int_equal(repetitions[1].blocks, second);
    assert_int_equal(events(&text), said);
}

static void what_fits_is_left_alone(void **state)
{
    (void)state;
    assert_blocks(0, 40, 8, 0);
    assert_blocks(400, 40, 8, 0);
}

static void blocks_are_taken_in_proportion_down_to_five(void **state)
{
    (void)state;
    assert_blocks(200, 20, 5, 1);
    const char *text;
    events(&text);
    assert_string_equal(text, "the precision that was asked for takes about 7 min: sized for 4 "
                              "min, ±2.5 % is to be expected (--budget)");
    assert_blocks(1, 5, 5, 2);
}

static void what_the_file_fixes_stays(void **state)
{
    (void)state;
    for (size_t level = 1; level < 3; level++)
        spec->repeat.real[level] = 40;
    assert_blocks(1, 40, 8, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_fits_is_left_alone, make, end),
        cmocka_unit_test_setup_teardown(blocks_are_taken_in_proportion_down_to_five, make, end),
        cmocka_unit_test_setup_teardown(what_the_file_fixes_stays, make, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
