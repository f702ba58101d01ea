// Trends, outliers and bimodality: against R, and how often they are seen where there are none.
#include "nested.h"
#include "r_data.h"
#include "testing.h"

#include "stats/series/bimodality.h"
#include "stats/series/outliers.h"
#include "stats/series/trend.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// cor.test(x, seq_along(x), method = "spearman", exact = FALSE)
static void test_trends_as_in_r(void **state)
{
    (void)state;
    struct trend falls = trend_of(NILE, NILE_COUNT), rises = trend_of(LH, LH_COUNT);
    assert_true(falls.known && rises.known);
    assert_close(falls.rho, -0.43744993007970906, 1e-12);
    assert_close(falls.p, 5.3391930533299868e-06, 1e-10);
    assert_close(rises.rho, 0.29503609021277055, 1e-12);
    assert_close(rises.p, 0.041775285283052521, 1e-10);
    assert_close(falls.change, 874.6 / 1132.6 - 1, 1e-12); // means of ten years
}

static void test_trends_that_are_plain_or_not_there(void **state)
{
    (void)state;
    double line[12], flat[12];
    for (size_t i = 0; i < 12; i++) {
        line[i] = 100 + (double)i;
        flat[i] = 7;
    }
    struct trend rising = trend_of(line, 12);
    assert_close(rising.rho, 1, 1e-15);
    assert_true(rising.p < 1e-12);
    assert_close(rising.change, 110.0 / 101 - 1, 1e-12);
    assert_false(trend_of(line, TREND_LEAST - 1).known);
    assert_false(trend_of(flat, 12).known);
}

static size_t outliers_among(const double *values, size_t count)
{
    double copy[200], distance = 0;
    memcpy(copy, values, count * sizeof *values);
    return outliers_of(copy, count, &distance);
}

static void test_outliers_as_in_r(void **state)
{
    (void)state;
    // R's islands: sum(abs(x - median(x)) > 8*mad(x))
    static const double islands[] = {11506, 5500, 16988, 2968, 16, 184, 23,  280, 84, 73, 25,   43,
                                     21,    82,   3745,  840,  13, 30,  30,  89,  40, 33, 49,   14,
                                     42,    227,  16,    36,   29, 15,  306, 44,  58, 43, 9390, 32,
                                     13,    29,   6795,  16,   15, 183, 14,  26,  19, 13, 12,   82};
    assert_int_equal(outliers_among(islands, COUNT(islands)), 8);
    assert_int_equal(outliers_among(NILE, NILE_COUNT), 0);
}

static void test_outliers_of_a_coarse_clock(void **state)
{
    (void)state;
    double ticks[20] = {0}; // MAD is 0
    for (size_t i = 0; i < 20; i++)
        ticks[i] = i % 5 ? 3 : 4;
    assert_int_equal(outliers_among(ticks, 20), 0);
    ticks[7] = 40;
    assert_int_equal(outliers_among(ticks, 20), 1);
    double copy[20], distance = 1;
    memcpy(copy, ticks, sizeof copy);
    outliers_of(copy, 20, &distance);
    assert_close(distance, 1 + 37, 1e-12);
    assert_int_equal(outliers_among(ticks, OUTLIERS_LEAST - 1), 0);
}

// One of ten differs by x: 8·1.2533·x/10 is more than x. One of twenty: less.
static void test_one_that_differs(void **state)
{
    (void)state;
    for (size_t at = 0; at < 20; at++) {
        double values[20] = {0};
        values[at] = 5;
        assert_int_equal(outliers_among(values, 20), 1);
        if (at < 10)
            assert_int_equal(outliers_among(values, 10), 0);
    }
}

// Groups of -2, 0 (eight times) and 2 have the variance 16/18 within, so D is 5.5 at 5.1854.
static void test_groups_by_hand(void **state)
{
    (void)state;
    for (int two = 0; two < 2; two++) {
        double apart = two ? 5.186 : 5.185, values[20] = {-2, 2};
        for (size_t i = 10; i < 20; i++)
            values[i] = apart + values[i - 10];
        struct bimodality bimodality = bimodality_of(values, 20);
        assert_int_equal(bimodality.two, two);
        if (two) {
            assert_true(fabs(bimodality.low) < 1e-15);
            assert_close(bimodality.high, apart, 1e-14);
            assert_close(bimodality.share, 0.5, 1e-15);
        }
    }
}

// Three values in the smaller group and two between the groups: each of the three counts.
static void test_a_valley_of_two(void **state)
{
    (void)state;
    double up[55] = {0, 0, 0, 0.6, 0.6}, down[55];
    for (size_t i = 5; i < 55; i++)
        up[i] = 1;
    for (size_t i = 0; i < 55; i++)
        down[i] = -up[i];
    assert_true(bimodality_of(up, 55).two);
    assert_true(bimodality_of(down, 55).two);
    up[2] = up[3] = 0.6; // now sorted: two in the group, three between
    assert_false(bimodality_of(up, 55).two);
}

static void test_two_modes(void **state)
{
    (void)state;
    double values[30];
    gsl_rng *random = nested_random(1);
    for (size_t i = 0; i < 30; i++)
        values[i] = (i % 10 < 3 ? 110 : 100) + gsl_ran_gaussian_ziggurat(random, 1);
    struct bimodality bimodality = bimodality_of(values, 30);
    gsl_rng_free(random);
    assert_true(bimodality.two);
    assert_close(bimodality.low, 100, 0.01);
    assert_close(bimodality.high, 110, 0.01);
    assert_close(bimodality.share, 0.3, 1e-12);
}

static void test_two_values_are_two_modes(void **state)
{
    (void)state;
    double values[] = {2, 1, 2, 1, 1, 2, 1, 1, 1, 1}, few[] = {2, 1, 2, 1, 1, 1, 1, 1, 1, 1};
    struct bimodality bimodality = bimodality_of(values, 10);
    assert_true(bimodality.two);
    assert_close(bimodality.low, 1, 1e-15);
    assert_close(bimodality.high, 2, 1e-15);
    assert_close(bimodality.share, 0.3, 1e-15);
    assert_false(bimodality_of(few, 10).two); // two values are no mode
}

static void test_a_long_tail_is_no_second_mode(void **state)
{
    (void)state;
    gsl_rng *random = nested_random(3);
    size_t found = 0;
    for (size_t i = 0; i < 500; i++) {
        double values[100];
        for (size_t k = 0; k < 100; k++)
            values[k] = gsl_ran_lognormal(random, 0, 1);
        found += bimodality_of(values, 100).two;
    }
    gsl_rng_free(random);
    assert_in_range(found, 0, 25);
}

// Fixed seeds: these are what the headers state.
static void test_false_alarms(void **state)
{
    (void)state;
    enum { DRAWINGS = 2000, VALUES = 30 };
    gsl_rng *random = nested_random(2);
    size_t trends = 0, bimodality = 0, outliers = 0, found = 0;
    for (size_t i = 0; i < DRAWINGS; i++) {
        double values[VALUES], mixed[VALUES];
        for (size_t k = 0; k < VALUES; k++) {
            values[k] = 100 + gsl_ran_gaussian_ziggurat(random, 1);
            mixed[k] =
                gsl_ran_gaussian_ziggurat(random, 1) + (gsl_rng_uniform(random) < 0.3 ? 6 : 0);
        }
        trends += trend_of(values, VALUES).p <= 0.01;
        bimodality += bimodality_of(values, VALUES).two;
        outliers += outliers_of(values, VALUES, &(double){0});
        found += bimodality_of(mixed, VALUES).two;
    }
    gsl_rng_free(random);
    assert_in_range(trends, DRAWINGS / 200, DRAWINGS / 67); // 0.5 % to 1.5 %
    assert_in_range(bimodality, 0, DRAWINGS / 500);
    assert_in_range(outliers, 0, 2);
    assert_in_range(found, DRAWINGS * 3 / 4, DRAWINGS);
}

int tests_of_series(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trends_as_in_r),
        cmocka_unit_test(test_trends_that_are_plain_or_not_there),
        cmocka_unit_test(test_outliers_as_in_r),
        cmocka_unit_test(test_outliers_of_a_coarse_clock),
        cmocka_unit_test(test_one_that_differs),
        cmocka_unit_test(test_groups_by_hand),
        cmocka_unit_test(test_a_valley_of_two),
        cmocka_unit_test(test_two_modes),
        cmocka_unit_test(test_two_values_are_two_modes),
        cmocka_unit_test(test_a_long_tail_is_no_second_mode),
        cmocka_unit_test(test_false_alarms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
