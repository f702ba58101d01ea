// The integer fit of the kernel clock_rate: the common unit of several times.
#include "testing.h"

#include "kernels/clock_rate/fit.c"
#include "kernels/parts/random.h"

static void assert_cycles(const double *times, size_t count, const uint64_t *cycles, double unit)
{
    struct clock_fit fit;
    assert_true(clock_fit(times, count, &fit));
    for (size_t i = 0; i < count; i++)
        assert_int_equal(fit.cycles[i], cycles[i]);
    assert_close(fit.unit, unit, 0.01);
}

// Worked out by hand: least squares through 0 of 2, 3 and 5 units are (13.8 + 31.8 + 88.5) / 38.
static void test_example_is_two_units(void **state)
{
    (void)state;
    const double times[] = {6.9, 10.6, 17.7};
    struct clock_fit fit;
    assert_true(clock_fit(times, 3, &fit));
    assert_int_equal(fit.cycles[0], 2);
    assert_int_equal(fit.cycles[1], 3);
    assert_int_equal(fit.cycles[2], 5);
    assert_close(fit.unit, 134.1 / 38, 1e-12);
    assert_close(fit.residuals[0], 6.9 / (134.1 / 38) - 2, 1e-9);
    assert_close(fit.worst_residual, 0.0447, 0.01);
}

static void test_any_smallest_chain(void **state)
{
    (void)state;
    assert_cycles((double[]){0.25, 0.75, 1.0}, 3, (uint64_t[]){1, 3, 4}, 0.25);
    assert_cycles((double[]){1.0, 0.75}, 2, (uint64_t[]){4, 3}, 0.25);
    assert_cycles((double[]){10, 12, 18}, 3, (uint64_t[]){5, 6, 9}, 2);
    assert_cycles((double[]){14, 22, 26}, 3, (uint64_t[]){7, 11, 13}, 2);
}

// Nothing odd among the chains: half the clock, and no way to know.
static void test_even_chains_give_half_the_clock(void **state)
{
    (void)state;
    assert_cycles((double[]){0.5, 1.0}, 2, (uint64_t[]){1, 2}, 0.5);
    assert_cycles((double[]){0.501, 0.999, 1.502}, 3, (uint64_t[]){1, 2, 3}, 0.5);
    assert_cycles((double[]){3, 3, 3}, 3, (uint64_t[]){1, 1, 1}, 3);
}

// One per cent of the time, which is 0.06 of a cycle in the longest, and no finer unit is found.
static void test_noise_makes_no_finer_unit(void **state)
{
    (void)state;
    const uint64_t cycles[] = {2, 3, 4, 5, 6, 4};
    uint64_t random = 7;
    for (int trial = 0; trial < 1000; trial++) {
        double times[6];
        for (size_t i = 0; i < 6; i++)
            times[i] = 0.27 * (double)cycles[i] * (1 + 0.01 * (2 * random_unit(&random) - 1));
        assert_cycles(times, 6, cycles, 0.27);
    }
}

static void test_garbage_is_refused(void **state)
{
    (void)state;
    struct clock_fit fit;
    assert_false(clock_fit((double[]){1}, 0, &fit));
    assert_false(clock_fit((double[]){1}, 1, &fit));
    assert_false(clock_fit((double[]){0, 1, 2}, 3, &fit));
    assert_false(clock_fit((double[]){-1, 1, 2}, 3, &fit));
    assert_false(clock_fit((double[]){1, 2, 0.0 / 0.0}, 3, &fit));
    assert_false(clock_fit((double[]){0.0 / 0.0, 2, 1}, 3, &fit));
    assert_false(clock_fit((double[]){1, 1.0 / 0.0}, 2, &fit));
    assert_false(clock_fit((double[]){1, 2.45, 3.52, 4.61, 5.43, 6.58}, 6, &fit));
    assert_true(fit.worst_residual > 0.1);
}

// Uniform times of seven chains: that they seem whole is nearly always refused.
static void test_chance_is_refused(void **state)
{
    (void)state;
    uint64_t random = 1;
    int accepted = 0;
    for (int trial = 0; trial < 10000; trial++) {
        double times[7];
        struct clock_fit fit;
        for (size_t i = 0; i < 7; i++)
            times[i] = 1 + 5 * random_unit(&random);
        accepted += clock_fit(times, 7, &fit);
    }
    assert_in_range(accepted, 0, 200);
}

int tests_of_clock_rate_fit(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example_is_two_units),
        cmocka_unit_test(test_any_smallest_chain),
        cmocka_unit_test(test_even_chains_give_half_the_clock),
        cmocka_unit_test(test_noise_makes_no_finer_unit),
        cmocka_unit_test(test_garbage_is_refused),
        cmocka_unit_test(test_chance_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
