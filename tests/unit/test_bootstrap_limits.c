// The hierarchical bootstrap by hand: its arrays, limits and ratios.
#include "testing.h"

#include "stats/bootstrap.h"

#include <gsl/gsl_cdf.h>

static const struct statistic mean = {STATISTIC_MEAN, 0};

// Arrays grow at 15 elements: the mean of 1..n shows that none is lost or overwritten.
static void no_value_is_lost(void **state)
{
    (void)state;
    for (size_t units = 1; units <= 40; units++)
        for (size_t each = 1; each <= 3; each++) {
            struct arena arena = {0};
            struct hierarchy hierarchy = {.arena = &arena, .levels = 2, .group = 1};
            double value, least = 1;
            size_t *beside = NULL; // the memory behind the first arrays, zeroed
            for (size_t i = 0; i < units; i++, least += (double)each) {
                hierarchy_add(&hierarchy, (size_t[]){i + 1},
                              (double[]){least, least + 1, least + 2}, each);
                beside = beside ? beside : arena_new_array(&arena, size_t, 64);
            }
            assert_true(hierarchy_finish(&hierarchy, &mean, false, &value));
            assert_close(value, (double)(units * each + 1) / 2, 1e-14);
            for (size_t i = 0; i < 64; i++)
                assert_true(beside[i] == 0);
            arena_release(&arena);
        }
}

static void the_smallest_may_be_first_or_last(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct hierarchy hierarchy = {.arena = &arena, .levels = 1, .group = 3, .smallest = true};
    hierarchy_add(&hierarchy, NULL, (double[]){4, 3, 2, 5, 6, 7}, 6);
    assert_int_equal(hierarchy.count[0], 2);
    assert_true(hierarchy.values[0] == 2 && hierarchy.values[1] == 5);
    arena_release(&arena);
}

// A unit of one value and one of 4000: a resample may have 8000.
static void resamples_of_unbalanced_units(void **state)
{
    (void)state;
    enum { MANY = 4000, RESAMPLES = 200 };
    static double many[MANY];
    struct arena arena = {0};
    struct hierarchy hierarchy = {.arena = &arena, .levels = 2, .group = 1, .top = stream_from(2)};
    double value, replicates[RESAMPLES];
    for (size_t i = 0; i < MANY; i++)
        many[i] = 2;
    hierarchy_add(&hierarchy, (size_t[]){1}, (double[]){1}, 1);
    hierarchy_add(&hierarchy, (size_t[]){2}, many, MANY);
    assert_true(hierarchy_finish(&hierarchy, &mean, false, &value));
    assert_close(value, 8001.0 / 4001, 1e-14);
    bootstrap(&hierarchy, replicates, RESAMPLES);
    size_t ones = 0, twos = 0;
    for (size_t i = 0; i < RESAMPLES; i++) {
        ones += replicates[i] == 1;
        twos += replicates[i] == 2;
        assert_true(replicates[i] == 1 || replicates[i] == 2 ||
                    fabs(replicates[i] / (8001.0 / 4001) - 1) < 1e-14);
    }
    assert_in_range(ones, 25, 75);
    assert_in_range(twos, 25, 75);
    arena_release(&arena);
}

// Replicates 0, 1, …, 2000, so that a share of them is a place. Of ten units t is 2.2621572 and
// sqrt(10/9)·t is the normal quantile of the tail; of three t is 4.3026527, and 5 of 2001
// replicates are the tail, which sqrt(3/2)·t over its normal quantile widens.
static void interval_by_hand(void **state)
{
    (void)state;
    enum { COUNT = 2001 };
    double replicates[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        replicates[i] = (double)(COUNT - 1 - i);
    struct interval ten = bootstrap_interval(replicates, COUNT, 10, 0.95);
    double tail = erfc(sqrt(10 / 9.0) * 2.2621571627982 / sqrt(2)) / 2;
    assert_close(ten.low, 2000 * tail, 1e-9);
    assert_close(ten.high, 2000 - 2000 * tail, 1e-9);
    assert_close(ten.half_width, 1000 - 2000 * tail, 1e-9);
    struct interval three = bootstrap_interval(replicates, COUNT, 3, 0.95);
    double factor = sqrt(1.5) * 4.3026527297495 / gsl_cdf_ugaussian_Qinv(5 / 2001.0);
    assert_close(three.low, 1000 - factor * (1000 - 2000 * 5 / 2001.0), 1e-9);
    assert_close(three.high, 1000 + factor * (1000 - 2000 * 5 / 2001.0), 1e-9);
    struct interval unknown = bootstrap_interval(replicates, COUNT, 1, 0.95);
    assert_true(unknown.low == -INFINITY && unknown.high == INFINITY);
    assert_true(unknown.half_width == INFINITY && !unknown.known);
}

static void every_replicate_is_divided(void **state)
{
    (void)state;
    enum { COUNT = 20 };
    double olds[COUNT], news[COUNT], ratios[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        olds[i] = 10 + (double)(i * i % 7);
        news[i] = 20 + (double)i;
        ratios[i] = news[i] / olds[i];
    }
    struct ratio ratio = bootstrap_ratio(10, olds, 20, news, COUNT, 30, 0.95);
    struct interval interval = bootstrap_interval(ratios, COUNT, 30, 0.95);
    assert_int_equal(ratio.bound, RATIO_BOUNDED);
    assert_true(ratio.low == interval.low && ratio.high == interval.high);
    for (size_t i = 0; i < COUNT; i++) {
        double kept = olds[i];
        olds[i] = -1;
        ratio = bootstrap_ratio(10, olds, 20, news, COUNT, 30, 0.95);
        assert_int_equal(ratio.bound, RATIO_UNDETERMINED);
        olds[i] = kept;
    }
    for (size_t zero = 0; zero < COUNT; zero++) {
        for (size_t i = 0; i < COUNT; i++) {
            olds[i] = i == zero ? 0 : -10;
            news[i] = -20;
        }
        ratio = bootstrap_ratio(-10, olds, -20, news, COUNT, 30, 0.95);
        assert_int_equal(ratio.bound, RATIO_UNDETERMINED);
    }
}

int tests_of_bootstrap_limits(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_value_is_lost),
        cmocka_unit_test(the_smallest_may_be_first_or_last),
        cmocka_unit_test(resamples_of_unbalanced_units),
        cmocka_unit_test(interval_by_hand),
        cmocka_unit_test(every_replicate_is_divided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
