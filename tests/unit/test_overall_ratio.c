// The overall ratio by hand: what each test adds to the mean log ratio of a block.
#include "testing.h"

#include "stats/interval.h"
#include "stats/ratio_test/overall_ratio.h"

// Lives as long as the function that names it.
#define SIDE(average, variance, units)                                                             \
    (&(struct components){.levels = 1, .top_units = units, .mean = average, .S2 = {variance}})

static void assert_overall(const struct ratio_test *const *tests, size_t count, double value,
                           double variance, double df)
{
    struct ratio ratio = overall_ratio(tests, count, 0.95);
    double half = student_t(0.95, df) * sqrt(variance) / (double)count;
    assert_int_equal(ratio.bound, RATIO_BOUNDED);
    assert_close(ratio.value, value, 1e-13);
    assert_close(log(ratio.high / ratio.value), half, 1e-11);
    assert_close(log(ratio.value / ratio.low), half, 1e-11);
}

// Without blocks each side has its S²/n/mean² and its degrees of freedom.
static void sides_without_blocks(void **state)
{
    (void)state;
    struct ratio_test one = {.old = SIDE(10, 0.4, 10), .new = SIDE(20, 1.2, 5)};
    struct ratio_test two = {.old = SIDE(4, 0.08, 8), .new = SIDE(2, 0.03, 6)};
    double v[] = {0.04 / 100, 0.24 / 400, 0.01 / 16, 0.005 / 4}, df[] = {9, 4, 7, 5};
    double variance = 0, quartic = 0;
    for (int i = 0; i < 4; i++) {
        variance += v[i];
        quartic += v[i] * v[i] / df[i];
    }
    assert_overall((const struct ratio_test *[]){&one, &two}, 2, 1, variance,
                   variance * variance / quartic);
}

// Old: blocks 7, 9, 12 of -1, 0, 1 thirds of 10 %; the second test has 12, 13, 20 of 2, -1, -1
// thirds of 10 %. Their sums by block are -1, 0, 3, -1, -1 thirtieths. New: 7, 8, 9, all its own.
static void sides_with_blocks(void **state)
{
    (void)state;
    static const size_t first[] = {7, 9, 12}, second[] = {12, 13, 20}, third[] = {7, 8, 9};
    static const double a[] = {9, 10, 11}, b[] = {24, 18, 18}, c[] = {19, 20, 21}, d[] = {5, 5, 5};
    struct ratio_test one = {.old = SIDE(10, 1, 3),
                             .new = SIDE(20, 1, 3),
                             .old_blocks = {first, a, 3},
                             .new_blocks = {third, c, 3}};
    struct ratio_test two = {.old = SIDE(20, 4, 3),
                             .new = SIDE(5, 0.01, 3),
                             .old_blocks = {second, b, 3},
                             .new_blocks = {third, d, 3}};
    double old = 12 / 900.0 * 5 / 4, new = 2 / 3600.0 * 3 / 2;
    assert_overall((const struct ratio_test *[]){&one, &two}, 2, sqrt(2 / 4.0), old + new,
                   (old + new) * (old + new) / (old * old / 2 + new *new / 2));
    assert_overall((const struct ratio_test *[]){&two, &one}, 2, sqrt(2 / 4.0), old + new,
                   (old + new) * (old + new) / (old * old / 2 + new *new / 2));
}

// Pairs of blocks 1, 2, 3 and 2, 3, 4: new/mean - old/mean over 3 is -1, 0, 1 and 2, -1, -1
// thirtieths; 1 and 4 are of one test only.
static void pairs_with_blocks(void **state)
{
    (void)state;
    static const size_t first[] = {1, 2, 3}, second[] = {2, 3, 4};
    static const double ones[] = {1, 1, 1}, a[] = {9, 10, 11}, b[] = {24, 18, 18};
    struct ratio_test one = ratio_test_paired(&(struct block_pairs){first, ones, a, 3});
    struct ratio_test two = ratio_test_paired(&(struct block_pairs){second, ones, b, 3});
    assert_overall((const struct ratio_test *[]){&one, &two}, 2, sqrt(200), 6 / 900.0 * 4 / 3, 2);
}

static double mean_of(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

// The old side's blocks depend on each other, the new side's alternate.
static void independent_sides_that_depend(void **state)
{
    (void)state;
    enum { BLOCKS = 20 };
    double old[BLOCKS], new[BLOCKS], variance[2] = {0};
    size_t blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = i;
        old[i] = 100 + (i / 4 % 2 ? 1 : -1) + (i % 2 ? 0.3 : -0.3);
        new[i] = 100 + (i % 2 ? 1 : -1) + 0.01 * i;
    }
    for (int side = 0; side < 2; side++) {
        const double *values = side ? new : old;
        double mean = mean_of(values, BLOCKS), squares = 0;
        for (int i = 0; i < BLOCKS; i++)
            squares += pow(values[i] / mean - 1, 2);
        variance[side] = squares / (BLOCKS - 1) / BLOCKS;
    }
    double kept = (effective_blocks(old, BLOCKS) - 1) / (BLOCKS - 1);
    assert_true(kept < 0.9);
    variance[0] /= kept;
    struct ratio_test test = {.old = SIDE(mean_of(old, BLOCKS), 1, BLOCKS),
                              .new = SIDE(mean_of(new, BLOCKS), 1, BLOCKS),
                              .old_blocks = {blocks, old, BLOCKS},
                              .new_blocks = {blocks, new, BLOCKS}};
    double sum = variance[0] + variance[1];
    assert_overall((const struct ratio_test *[]){&test}, 1, test.new->mean / test.old->mean, sum,
                   19 * sum * sum / (variance[0] * variance[0] / kept + variance[1] * variance[1]));
}

int tests_of_overall_ratio(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_without_blocks),
        cmocka_unit_test(sides_with_blocks),
        cmocka_unit_test(pairs_with_blocks),
        cmocka_unit_test(independent_sides_that_depend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
