// The end of a warm-up, on series where it is known.
#include "nested.h"
#include "testing.h"

#include "stats/series/mser.h"

static void constant_is_steady(void **state)
{
    (void)state;
    double values[40];
    for (int i = 0; i < 40; i++)
        values[i] = 0.1;
    struct mser steady = mser_cut(values, 40, MSER_BATCH);
    assert_true(steady.seen);
    assert_int_equal(steady.warmup, 0);
}

// Batches of one, by hand: z = 9, 1, 2, 1, 2, 1, and d = 1 gives 1.2/25, the least of d <= 3.
static void by_hand(void **state)
{
    (void)state;
    struct mser steady = mser_cut((double[]){9, 1, 2, 1, 2, 1}, 6, 1);
    assert_true(steady.seen);
    assert_int_equal(steady.warmup, 1);
}

static void slow_start(void **state)
{
    (void)state;
    gsl_rng *random = nested_random(5);
    int exact = 0;
    enum { TRIALS = 200, COUNT = 200, SLOW = 30 };
    for (int trial = 0; trial < TRIALS; trial++) {
        double values[COUNT];
        for (int i = 0; i < COUNT; i++)
            values[i] = 100 + (i < SLOW ? 20 : 0) + gsl_ran_gaussian_ziggurat(random, 1);
        struct mser steady = mser_cut(values, COUNT, MSER_BATCH);
        assert_true(steady.warmup >= SLOW);
        exact += steady.seen && steady.warmup <= SLOW + 20;
    }
    assert_true(exact >= 0.8 * TRIALS);
    gsl_rng_free(random);
}

static void trend_is_never_steady(void **state)
{
    (void)state;
    double values[100];
    for (int i = 0; i < 100; i++)
        values[i] = i;
    struct mser steady = mser_cut(values, 100, MSER_BATCH);
    assert_false(steady.seen);
    assert_int_equal(steady.warmup, 50);
}

static void too_short_to_see(void **state)
{
    (void)state;
    assert_false(mser_cut((double[]){1, 1, 1, 1, 1}, 5, MSER_BATCH).seen);
    assert_false(mser_cut(NULL, 0, MSER_BATCH).seen);
}

int tests_of_mser(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_is_steady), cmocka_unit_test(by_hand),
        cmocka_unit_test(slow_start),         cmocka_unit_test(trend_is_never_steady),
        cmocka_unit_test(too_short_to_see),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
