// Intervals of means, against published numbers and simulated coverage.
#include "nested.h"
#include "testing.h"

#include "stats/interval.h"

// Closed forms at one and two degrees of freedom, else tables as they are printed everywhere.
static void published_quantiles(void **state)
{
    (void)state;
    assert_close(student_t(0.95, 1), tan(0.475 * acos(-1)), 1e-13);
    assert_close(student_t(0.95, 2), 0.95 * sqrt(2 / 0.0975), 1e-13);
    assert_close(student_t(0.95, 4), 2.776, 2e-4);
    assert_close(student_t(0.99, 10), 3.169, 2e-4);
    assert_close(student_t(0.90, 30), 1.697, 3e-4);
    assert_close(student_t(0.95, 1000000), 1.959966, 1e-6);
}

// The paper's example has build means 6.25, 8.5, 4.75 and half-width 4.6887.
static void worked_example(void **state)
{
    (void)state;
    struct variance variance = {.levels = 1};
    variance_add(&variance, NULL, (double[]){6.25, 8.5, 4.75}, 3);
    struct components components = variance_finish(&variance);
    struct interval interval = mean_interval(&components, 0.95);
    assert_true(interval.known);
    assert_int_equal(interval.df, 2);
    assert_close(interval.half_width, 4.6887, 1e-5);
    assert_close(interval.low, 6.5 - interval.half_width, 1e-14);
    assert_close(interval.high, 6.5 + interval.half_width, 1e-14);
}

static void no_interval_from_one_unit(void **state)
{
    (void)state;
    struct variance variance = {.levels = 2};
    variance_add(&variance, (size_t[]){0}, (double[]){1, 2, 3}, 3);
    struct components components = variance_finish(&variance);
    struct interval interval = mean_interval(&components, 0.95);
    assert_false(interval.known);
    assert_true(interval.low == -INFINITY && interval.high == INFINITY);
    assert_int_equal(interval.df, 0);
}

static void several_at_once(void **state)
{
    (void)state;
    assert_close(simultaneous(0.95, 5), 0.99, 1e-15); // Bonferroni
    assert_true(simultaneous(0.95, 1) == 0.95 && simultaneous(0.95, 0) == 0.95);
}

static void constant_values(void **state)
{
    (void)state;
    struct variance variance = {.levels = 1};
    variance_add(&variance, NULL, (double[]){0.1, 0.1, 0.1}, 3);
    struct components components = variance_finish(&variance);
    struct interval interval = mean_interval(&components, 0.95);
    assert_true(interval.known && interval.half_width == 0);
    assert_true(interval.low == 0.1 && interval.high == 0.1);
}

// Coverage must be at least .94 at ten top units; 20000 trials have a standard error of .0016.
static void coverage(void **state)
{
    (void)state;
    static const struct nested designs[] = {
        {3, 100, {2, 0.5, 1}, {3, 3, 10}},
        {3, 100, {2, 1, 0}, {2, 3, 10}},
        {2, 100, {1, 2}, {5, 10}},
    };
    enum { TRIALS = 20000 };
    gsl_rng *random = nested_random(2);
    for (size_t d = 0; d < sizeof designs / sizeof *designs; d++) {
        int covered = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            struct components components = nested_components(&designs[d], random);
            struct interval interval = mean_interval(&components, 0.95);
            covered += interval.low <= 100 && 100 <= interval.high;
        }
        print_message("design %zu: coverage %.4f\n", d, (double)covered / TRIALS);
        assert_true(covered >= 0.94 * TRIALS && covered <= 0.96 * TRIALS);
    }
    gsl_rng_free(random);
}

int tests_of_interval(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_quantiles),       cmocka_unit_test(worked_example),
        cmocka_unit_test(no_interval_from_one_unit), cmocka_unit_test(several_at_once),
        cmocka_unit_test(constant_values),           cmocka_unit_test(coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
