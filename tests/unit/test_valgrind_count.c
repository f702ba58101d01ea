// Counts that are not whole are told of, once; whole ones are not.
#include "testing.h"

#include "executor/observe/counter_checks.h"
#include "executor/observe/valgrind_count.h"
#include "run/execution.h"
#include "store/events.h"
#include "store/results/outcomes.h"

#include <errno.h>
#include <stdlib.h>

struct fixture {
    struct arena arena;
    struct recorder recorder;
    struct log log;
    struct counter_checks checks;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct error error;
    *state = fixture;
    fixture->recorder.arena = &fixture->arena;
    fixture->recorder.log = &fixture->log;
    fixture->recorder.store = store_temporary(&error);
    return !fixture->recorder.store;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    store_close(fixture->recorder.store);
    arena_release(&fixture->arena);
    free(fixture);
    return 0;
}

// The events after this execution; a new one's text begins with `words`.
static void assert_told(struct fixture *fixture, struct observation observation, size_t events,
                        const char *words)
{
    struct error error;
    struct event_row *rows;
    size_t count = 0;
    assert_true(counters_check(&fixture->checks, &fixture->recorder, &fixture->arena, &observation,
                               &error));
    assert_true(store_events(fixture->recorder.store, &fixture->arena, &rows, &count, &error));
    assert_int_equal(count, events);
    if (words && !text_starts(rows[count - 1].text, words))
        fail_msg("'%s' does not begin with '%s'", rows[count - 1].text, words);
}

static void tells_once_that_counters_took_turns(void **state)
{
    struct observation observation = {.record_count = 0};
    figure_set(&observation.outcome.figures, FIGURE_COUNTED_SHARE, 1);
    assert_told(*state, observation, 0, NULL);
    figure_set(&observation.outcome.figures, FIGURE_COUNTED_SHARE, 0.43);
    assert_told(*state, observation, 1,
                "counters were multiplexed, one counted for 43 % of the time");
    assert_told(*state, observation, 1, NULL);
}

static void tells_of_samples_that_are_scaled(void **state)
{
    const struct esw_sample records[] = {
        {.flags = ESW_SCALED | ESW_WARMUP}, {.flags = ESW_SCALED}, {.flags = ESW_MOVED}};
    struct observation observation = {.records = records, .record_count = 1};
    assert_told(*state, observation, 0, NULL);
    observation.record_count = 3;
    assert_told(*state, observation, 1,
                "counters were multiplexed, one counted for a part of the time in 1 of 2 samples");
}

static void tells_once_that_the_kernel_is_not_counted(void **state)
{
    const struct esw_header header = {.answer = {.user_code = 1}};
    struct observation observation = {.header = &header};
    assert_told(*state, observation, 1, "hardware counters count user code only");
    observation.header = NULL;
    figure_set(&observation.outcome.figures, FIGURE_USER_CODE_ALONE, 1);
    assert_told(*state, observation, 1, NULL);
}

static void tells_once_that_a_benchmark_was_refused(void **state)
{
    const struct esw_header header = {.answer = {.counter_errors = {0, EACCES, EACCES}}};
    struct observation observation = {.header = &header};
    assert_told(*state, observation, 1, "a benchmark was refused a counter");
    assert_told(*state, observation, 1, NULL);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int tests_of_valgrind_count(void)
{
    const struct CMUnitTest tests[] = {
        TEST(tells_once_that_counters_took_turns),
        TEST(tells_of_samples_that_are_scaled),
        TEST(tells_once_that_the_kernel_is_not_counted),
        TEST(tells_once_that_a_benchmark_was_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
