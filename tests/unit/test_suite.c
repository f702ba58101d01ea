// Every benchmark of an execution of a harness, and the names of its metrics.
#include "scratch.h"

#include "run/suite.h"

#include <stdio.h>
#include <string.h>

static struct arena arena;

static struct harness_output output_of(const char *const *names, size_t count, size_t values)
{
    struct harness_output output = {.arena = &arena};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < values; k++)
            assert_true(harness_add(&output, names[i], &harness_wall_time,
                                    &(struct harness_value){(double)(k + 1), 10 + i, 0}));
    return output;
}

static void benchmarks_are_taken(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b: c"};
    struct harness_output output = output_of(names, 2, 3);
    struct suite suite;
    harness_fault(&output, "late", "%s", "failed: no disk");
    assert_null(suite_take(&output, 3, 1, &suite));
    assert_int_equal(suite.count, 3);
    assert_string_equal(suite.members[1].name, "b: c");
    assert_null(suite.members[1].why);
    assert_int_equal(suite.members[1].samples.count, 2);
    assert_close(suite.members[1].samples.wall_s[0], 2, 1e-12);
    assert_string_equal(suite.members[2].why, "'late' failed: no disk");
    assert_int_equal(suite.iterations, 0); // 10 and 11
    assert_close(suite.iterating_s, 6 * 10 + 6 * 11, 1e-12);
}

static void what_lacks_samples_is_said(void **state)
{
    (void)state;
    static const char *const names[] = {"a"};
    struct harness_output output = output_of(names, 1, 3);
    struct suite suite;
    assert_string_equal(suite_take(&output, 2, 0, &suite), "no samples: 3 samples instead of 2");
    assert_string_equal(suite_take(&output, 0, 3, &suite),
                        "no samples: 'repeat.warmup' discards 3 of 3 samples");
    struct harness_output many = {.arena = &arena};
    for (int i = 0; i <= SUITE_BENCHMARKS_MOST; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        assert_true(harness_add(&many, name, &harness_wall_time, &(struct harness_value){1, 1, 0}));
    }
    assert_non_null(strstr(suite_take(&many, 0, 0, &suite), "more than 1000 benchmarks"));
}

static void metrics_have_parts(void **state)
{
    (void)state;
    static const char *const members[] = {"BM_sort/8", "a: b", ": ", "x:"};
    const char *metric;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const char *name = suite_metric(&arena, members[i], "wall_time");
        assert_int_equal(suite_metric_parts(name, &metric), strlen(members[i]));
        assert_string_equal(metric, "wall_time");
    }
    assert_int_equal(suite_metric_parts("wall_time", &metric), 0);
    assert_string_equal(metric, "wall_time");
}

int tests_of_suite(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(benchmarks_are_taken),
        cmocka_unit_test(what_lacks_samples_is_said),
        cmocka_unit_test(metrics_have_parts),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
