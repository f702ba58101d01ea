// The time of day for people, and durations.
#include "testing.h"

#include "base/clock.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void the_time_of_day_is_iso_8601_in_utc(void **state)
{
    (void)state;
    char text[32];
    setenv("TZ", "Asia/Kathmandu", 1);
    tzset();
    time_t before = time(NULL);
    clock_utc(text);
    time_t after = time(NULL);
    unsetenv("TZ");
    tzset();
    assert_int_equal(strlen(text), strlen("2026-01-31T23:59:59.123456Z"));
    struct tm parsed = {0};
    char *rest = strptime(text, "%Y-%m-%dT%H:%M:%S", &parsed);
    assert_non_null(rest);
    assert_true(rest[0] == '.' && strspn(rest + 1, "0123456789") == 6 && text_equal(rest + 7, "Z"));
    time_t told = timegm(&parsed);
    assert_true(told >= before - 1 && told <= after + 1); // time() may lag by a tick
}

static void durations_do_not_run_backwards(void **state)
{
    (void)state;
    int64_t last = clock_boot_ns();
    assert_true(last > 0);
    for (int i = 0; i < 1000; i++) {
        int64_t now = clock_boot_ns();
        assert_true(now >= last);
        last = now;
    }
}

int tests_of_clock(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_of_day_is_iso_8601_in_utc),
        cmocka_unit_test(durations_do_not_run_backwards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
