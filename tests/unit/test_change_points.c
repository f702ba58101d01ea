// PELT against R and against every segmentation tried.
#include "nested.h"
#include "r_data.h"
#include "testing.h"

#include "model/level.h"
#include "stats/quantile.h"
#include "stats/series/change_points.h"

#include <string.h>

// The change of 1898 (Cobb, Biometrika 65 (1978)): the flow is lower from the 29th year, 1899, on.
// R: tests/prove/series.R, partition(Nile, 3 * log(100), 5, 1)
static void the_nile_in_1898(void **state)
{
    (void)state;
    struct change_rules rules = {3 * log(100), 5, 1};
    size_t changes[NILE_COUNT / 5];
    assert_int_equal(change_points(NILE, NILE_COUNT, &rules, changes), 1);
    assert_int_equal(changes[0], 28);
}

// R: tests/prove/series.R, partition(lh, 2 * log(48), 5, 0.015212765957446809)
static void four_changes_as_in_r(void **state)
{
    (void)state;
    struct change_rules rules = {2 * log(48), 5, 0.015212765957446809};
    static const size_t expected[] = {5, 27, 34, 39};
    size_t changes[LH_COUNT / 5];
    assert_int_equal(change_points(LH, LH_COUNT, &rules, changes), 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(changes[i], expected[i]);
}

static double segment_cost(const double *values, size_t count, double floor)
{
    long double mean = 0, squares = 0, n = (long double)count;
    for (size_t i = 0; i < count; i++)
        mean += values[i] / n;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    double variance = (double)(squares / n), bounded = fmax(variance, floor);
    return (double)count * (log(2 * M_PI * bounded) + variance / bounded);
}

static double cost_of(const double *values, size_t count, const struct change_rules *rules,
                      const size_t *changes, size_t found)
{
    double total = rules->penalty * (double)found;
    for (size_t i = 0; i <= found; i++) {
        size_t begin = i > 0 ? changes[i - 1] : 0, end = i < found ? changes[i] : count;
        assert_true(end >= begin + rules->least);
        total += segment_cost(values + begin, end - begin, rules->variance_floor);
    }
    return total;
}

enum { TRIED = 400 };

static double least_cost(const double *values, const struct change_rules *rules)
{
    static double best[TRIED + 1];
    best[0] = -rules->penalty;
    for (size_t end = 1; end <= TRIED; end++) {
        best[end] = INFINITY;
        for (size_t s = 0; s + rules->least <= end; s++)
            best[end] =
                fmin(best[end], best[s] + rules->penalty +
                                    segment_cost(values + s, end - s, rules->variance_floor));
    }
    return best[TRIED];
}

// Levels and scatter that change now and then; rounded to `step` if it is above 0.
static void draw(gsl_rng *random, double offset, double step, double *values)
{
    double level = 0, scatter = 1;
    for (int i = 0; i < TRIED; i++) {
        if (gsl_rng_uniform(random) < 0.03) {
            level = gsl_ran_gaussian_ziggurat(random, 3);
            scatter = gsl_rng_uniform(random) < 0.2 ? 0 : gsl_ran_flat(random, 0.2, 2);
        }
        double value = level + gsl_ran_gaussian_ziggurat(random, 1) * scatter;
        values[i] = offset + (step > 0 ? step * round(value / step) : value);
    }
}

// Long enough for several blocks of candidates; with segments below the floor; far from zero.
static void as_good_as_the_best_of_all(void **state)
{
    (void)state;
    gsl_rng *random = nested_random(3);
    static const double offsets[] = {0, 1e9}, steps[] = {0, 0.5}, penalties[] = {4, 20, 90};
    double values[TRIED];
    size_t changes[TRIED / 2], found_any = 0;
    for (int drawing = 0; drawing < 24; drawing++) {
        draw(random, offsets[drawing % 2], steps[drawing / 2 % 2], values);
        struct change_rules rules = {penalties[drawing % 3], drawing % 4 < 2 ? 5 : 2,
                                     drawing % 5 ? 1e-4 : 0.5};
        size_t found = change_points(values, TRIED, &rules, changes);
        assert_close(cost_of(values, TRIED, &rules, changes, found), least_cost(values, &rules),
                     1e-8);
        found_any += found;
    }
    assert_true(found_any > 100);
    gsl_rng_free(random);
}

// A first value a billion times the noise leaves its squares in every sum after it.
static void a_far_value_costs_no_digits(void **state)
{
    (void)state;
    gsl_rng *random = nested_random(4);
    double values[TRIED];
    for (int i = 0; i < TRIED; i++)
        values[i] = (i < 5 ? 1e9 : i < 200 ? 0 : 3) + gsl_ran_gaussian_ziggurat(random, 1);
    struct change_rules rules = {15 * log(TRIED), 5, 1e-6};
    size_t changes[TRIED / 5];
    assert_int_equal(change_points(values, TRIED, &rules, changes), 2);
    assert_int_equal(changes[0], 5);
    assert_int_equal(changes[1], 200);
    gsl_rng_free(random);
}

// After values so large that sums of the others are rounded to quarters; their squares are exact.
static void sums_keep_their_low_parts(void **state)
{
    (void)state;
    gsl_rng *random = nested_random(6);
    double values[TRIED], sorted[TRIED];
    size_t changes[TRIED / 5];
    for (int drawing = 0; drawing < 6; drawing++) {
        draw(random, 0, 0x1p-10, values);
        for (int i = 0; i < 5; i++)
            values[i] = 0x1p48;
        memcpy(sorted, values, sizeof sorted);
        double middle = median_of(sorted, TRIED);
        for (int i = 5; i < TRIED; i++)
            values[i] -= middle;
        struct change_rules rules = {4, 5, 1e-4};
        size_t found = change_points(values, TRIED, &rules, changes);
        assert_close(cost_of(values, TRIED, &rules, changes, found), least_cost(values, &rules),
                     1e-8);
    }
    gsl_rng_free(random);
}

// Arrays of their own in the arena, of an odd length, which no rounding makes longer.
static void an_odd_count(void **state)
{
    (void)state;
    enum { COUNT = 1001 };
    double values[COUNT];
    size_t changes[COUNT / 5];
    for (int i = 0; i < COUNT; i++)
        values[i] = (i < 500 ? 1 : 2) + 0.1 * (i % 2);
    struct change_rules rules = {15 * log(COUNT), 5, 1e-6};
    assert_int_equal(change_points(values, COUNT, &rules, changes), 1);
    assert_int_equal(changes[0], 500);
}

// Evidence of a change adds up until long after its block of candidates. In a large unit
// each value costs more than the penalty, in a small one less than nothing.
static void a_slight_change_in_any_unit(void **state)
{
    (void)state;
    static const double units[] = {1e6, 1, 1e-6};
    double values[TRIED];
    size_t changes[TRIED / 5];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < TRIED; i++)
            values[i] = units[k] * ((i < 200 ? 0 : 0.5) + (i % 2 ? 1 : -1));
        struct change_rules rules = {15, 5, 1e-6 * units[k] * units[k]};
        assert_int_equal(change_points(values, TRIED, &rules, changes), 1);
        assert_int_equal(changes[0], 199);
        for (int i = 100; i < 200; i++)
            values[i] += 0.5 * units[k];
        assert_int_equal(change_points(values, 241, &rules, changes), 0);
        assert_int_equal(change_points(values, 242, &rules, changes), 1);
        assert_int_equal(change_points(values, 243, &rules, changes), 0);
        assert_int_equal(change_points(values, TRIED, &rules, changes), 1);
        assert_int_equal(changes[0], 99);
    }
}

static void many_values(void **state)
{
    (void)state;
    enum { COUNT = 100000, EVERY = 5000 };
    gsl_rng *random = nested_random(5);
    double *values = calloc(COUNT, sizeof *values);
    size_t *changes = calloc(COUNT / 5, sizeof *changes);
    for (int i = 0; i < COUNT; i++)
        values[i] = i / EVERY % 2 * 5 + gsl_ran_gaussian_ziggurat(random, 1);
    struct change_rules rules = {15 * log(COUNT), 5, 1e-6};
    size_t found = change_points(values, COUNT, &rules, changes);
    assert_int_equal(found, COUNT / EVERY - 1);
    for (size_t i = 0; i < found; i++)
        assert_in_range(changes[i], (i + 1) * EVERY - 2, (i + 1) * EVERY + 2);
    free(values);
    free(changes);
    gsl_rng_free(random);
}

static void nothing_changes(void **state)
{
    (void)state;
    double values[40];
    size_t changes[20];
    struct change_rules rules = {15 * log(40), 5, 1e-12};
    for (int i = 0; i < 40; i++)
        values[i] = 0.1;
    assert_int_equal(change_points(values, 40, &rules, changes), 0);
    assert_int_equal(change_points(values, 9, &rules, changes), 0);
    assert_int_equal(change_points(NULL, 0, &rules, changes), 0);
    values[39] = 7; // alone it is no segment
    rules.penalty = 1000;
    assert_int_equal(change_points(values, 40, &rules, changes), 0);
}

int tests_of_change_points(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nile_in_1898),
        cmocka_unit_test(four_changes_as_in_r),
        cmocka_unit_test(as_good_as_the_best_of_all),
        cmocka_unit_test(a_far_value_costs_no_digits),
        cmocka_unit_test(sums_keep_their_low_parts),
        cmocka_unit_test(an_odd_count),
        cmocka_unit_test(a_slight_change_in_any_unit),
        cmocka_unit_test(many_values),
        cmocka_unit_test(nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
