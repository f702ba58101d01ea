// A time by which measuring is to be over: reading it, and telling whether another block fits.
#include "testing.h"

#include "base/clock.h"
#include "commands/shared/until.h"
#include "executor/deadline.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double SECOND_NS = 1e9;

static double seconds_until(const char *word)
{
    struct error error;
    int64_t deadline_ns = 0, now = clock_boot_ns();
    if (!until_read(word, &deadline_ns, &error))
        fail_msg("%s", error.text);
    return (double)(deadline_ns - now) / SECOND_NS;
}

static void no_word_is_no_deadline(void **state)
{
    (void)state;
    struct error error;
    int64_t deadline_ns = 1;
    assert_true(until_read(NULL, &deadline_ns, &error));
    assert_int_equal(deadline_ns, 0);
}

static void spans_count_from_now(void **state)
{
    (void)state;
    assert_close(seconds_until("90min"), 5400, 1e-3);
    assert_close(seconds_until("2h"), 7200, 1e-3);
}

// The minute that has just begun is past, so it is tomorrow's that is meant.
static void hours_mean_the_next_time_it_is_that_late(void **state)
{
    (void)state;
    time_t now = time(NULL);
    struct tm local;
    char word[32];
    localtime_r(&now, &local);
    strftime(word, sizeof word, "%H:%M", &local);
    double left = seconds_until(word);
    assert_true(left > 22 * 3600 && left <= 25 * 3600); // a day of 23 to 25 hours
}

static void dates_are_local(void **state)
{
    (void)state;
    time_t then = time(NULL) + 3 * 86400;
    struct tm local;
    char word[32];
    localtime_r(&then, &local);
    strftime(word, sizeof word, "%Y-%m-%dT%H:%M:%S", &local);
    assert_close(seconds_until(word), 3 * 86400, 1e-4);
}

static void what_is_no_moment_to_come_is_refused(void **state)
{
    (void)state;
    static const char *const words[] = {"25:00", "soon", "", "06:30x", "2020-01-01T10:00", "0s"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct error error;
        int64_t deadline_ns;
        assert_false(until_read(words[i], &deadline_ns, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        assert_non_null(strstr(error.text, words[i]));
    }
}

static void blocks_are_begun_if_they_are_expected_to_fit(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct deadline deadline = {0};
    deadline_begin(&deadline, &arena, 3);
    assert_true(deadline_allows(&deadline, 0, 1)); // none
    assert_true(deadline_leaves(&deadline, 1e9));
    deadline.at_ns = clock_boot_ns() + (int64_t)(1000 * SECOND_NS);
    assert_true(deadline_leaves(&deadline, 500));
    assert_false(deadline_leaves(&deadline, 1001));
    assert_true(deadline_allows(&deadline, 0, 1)); // nothing known
    deadline_learn(&deadline, 0, 500);
    deadline_learn(&deadline, 0, 700);
    deadline_learn(&deadline, 1, 1500);
    assert_true(deadline_allows(&deadline, 0, 0));
    assert_false(deadline_allows(&deadline, 1, 0));
    assert_false(deadline_allows(&deadline, 2, 0)); // as the mean of the others: 1050 s
    assert_true(deadline_allows(&deadline, 0, 300));
    assert_false(deadline_allows(&deadline, 0, 450));
    deadline.at_ns = clock_boot_ns() - 1;
    assert_false(deadline_allows(&deadline, 0, 0));
    arena_release(&arena);
}

int tests_of_deadline(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_word_is_no_deadline),
        cmocka_unit_test(spans_count_from_now),
        cmocka_unit_test(hours_mean_the_next_time_it_is_that_late),
        cmocka_unit_test(dates_are_local),
        cmocka_unit_test(what_is_no_moment_to_come_is_refused),
        cmocka_unit_test(blocks_are_begun_if_they_are_expected_to_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
