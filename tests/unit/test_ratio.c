// Ratios of means: Fieller's interval in all its shapes, its coverage, and verdicts.
#include "geometric_mean.h"
#include "nested.h"
#include "paired.h"
#include "testing.h"

#include "stats/interval.h"
#include "stats/ratio.h"

static void published_example(void **state)
{
    (void)state;
    struct ratio ratio = ratio_fieller(10, 1, 9, 0.9);
    assert_int_equal(ratio.bound, RATIO_BOUNDED);
    assert_close(ratio.value, 0.9, 1e-15);
    assert_close(ratio.low, 0.78085, 1e-5);
    assert_close(ratio.high, 1.03733, 1e-5);
    // The form of docs/method.md, "Paired ratio": A = 99, C = 80.19, D = 161.19
    assert_close(ratio.low, (90 - sqrt(161.19)) / 99, 1e-14);
    assert_close(ratio.high, (90 + sqrt(161.19)) / 99, 1e-14);
    assert_int_equal(ratio_verdict(&ratio), VERDICT_INCONCLUSIVE);
}

static void inverse_is_the_other_ratio(void **state)
{
    (void)state;
    struct ratio ratio = ratio_fieller(10, 1, 9, 0.9), other = ratio_fieller(9, 0.9, 10, 1);
    struct ratio inverse = ratio_inverse(&ratio);
    assert_true(inverse.low == 1 / ratio.high && inverse.high == 1 / ratio.low);
    assert_close(inverse.low, other.low, 1e-14);
    assert_close(inverse.high, other.high, 1e-14);
    assert_close(inverse.value, other.value, 1e-15);

    ratio = ratio_fieller(10, 11, 9, 0.9);
    inverse = ratio_inverse(&ratio);
    assert_int_equal(inverse.bound, RATIO_NO_LOWER);
    assert_true(inverse.low == 0);
    assert_close(inverse.high, ratio_fieller(9, 0.9, 10, 11).high, 1e-14);
    struct ratio again = ratio_inverse(&inverse);
    assert_int_equal(again.bound, RATIO_NO_UPPER);
    assert_close(again.low, ratio.low, 1e-14);

    ratio = ratio_fieller(9, 0.9, 10, 11);
    inverse = ratio_inverse(&ratio);
    assert_int_equal(inverse.bound, RATIO_NO_UPPER);
    assert_true(inverse.high == INFINITY);
    assert_close(inverse.low, ratio_fieller(10, 11, 9, 0.9).low, 1e-14);
}

// From a half: within a fifth of its logarithm are 0.4353 to 0.5743.
static void clear(void **state)
{
    (void)state;
    const struct {
        struct ratio ratio;
        bool clear;
    } cases[] = {
        {{.defined = true, .value = 0.5, .bound = RATIO_BOUNDED, .low = 0.436, .high = 0.574},
         true},
        {{.defined = true, .value = 0.5, .bound = RATIO_BOUNDED, .low = 0.435, .high = 0.574},
         false},
        {{.defined = true, .value = 0.5, .bound = RATIO_BOUNDED, .low = 0.436, .high = 0.575},
         false},
        {{.defined = true, .value = 2, .bound = RATIO_BOUNDED, .low = 1.742, .high = 2.297}, true},
        {{.defined = true, .value = 2, .bound = RATIO_BOUNDED, .low = 1.74, .high = 2.297}, false},
        {{.defined = true, .value = 1, .bound = RATIO_BOUNDED, .low = 0.9999, .high = 1.0001},
         false},
        {{.defined = true, .value = 2, .bound = RATIO_NO_UPPER, .low = 1.9, .high = INFINITY},
         false},
        {{.defined = true, .value = 2, .bound = RATIO_BOUNDED, .low = 0, .high = 2.1}, false},
        {{.value = 2, .bound = RATIO_BOUNDED, .low = 1.9, .high = 2.1}, false},
        {ratio_exact(3, 4), true},
        {ratio_exact(3, 3), true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(ratio_is_clear(&cases[i].ratio), cases[i].clear);
}

static void shapes(void **state)
{
    (void)state;
    struct ratio at_zero = ratio_fieller(10, 10, 9, 0.9); // A = 0
    assert_int_equal(at_zero.bound, RATIO_NO_UPPER);
    assert_close(at_zero.low, 80.19 / 180, 1e-14);
    assert_true(at_zero.high == INFINITY);

    struct ratio no_upper = ratio_fieller(10, 20, 9, 0.9); // A = -300, D = 32157
    assert_int_equal(no_upper.bound, RATIO_NO_UPPER);
    assert_close(no_upper.low, (90 - sqrt(32157)) / -300, 1e-13);

    struct ratio undetermined = ratio_fieller(10, 20, 9, 18);
    assert_int_equal(undetermined.bound, RATIO_UNDETERMINED);
    assert_close(undetermined.value, 0.9, 1e-15);
    assert_int_equal(ratio_fieller(10, 10, 9, 9).bound, RATIO_UNDETERMINED);
    assert_int_equal(ratio_verdict(&undetermined), VERDICT_INCONCLUSIVE);

    struct ratio below_zero = ratio_fieller(10, 1, 9, 18); // the new mean may be 0
    assert_int_equal(below_zero.bound, RATIO_BOUNDED);
    assert_true(below_zero.low < 0 && below_zero.high > 0.9);
    struct ratio above_zero = ratio_above_zero(&below_zero), same = ratio_above_zero(&no_upper);
    assert_int_equal(above_zero.bound, RATIO_NO_LOWER);
    assert_true(above_zero.low == 0 && above_zero.high == below_zero.high);
    assert_true(ratio_has_high(&above_zero) && !ratio_has_low(&above_zero));
    assert_int_equal(same.bound, RATIO_NO_UPPER);

    struct ratio exact = ratio_fieller(10, 0, 9, 0);
    assert_int_equal(exact.bound, RATIO_BOUNDED);
    assert_true(exact.low == exact.value && exact.high == exact.value);
}

static void no_ratio(void **state)
{
    (void)state;
    assert_int_equal(ratio_fieller(10, INFINITY, 9, 1).bound, RATIO_NONE);
    assert_true(ratio_fieller(10, INFINITY, 9, 1).defined);
    assert_false(ratio_fieller(0, 0, 9, 1).defined);
    assert_false(ratio_fieller(0, 0, 0, 0).defined);
    assert_false(ratio_fieller(10, 1, -9, 1).defined);
    assert_true(ratio_fieller(-10, 1, -9, 1).bound == RATIO_BOUNDED);
    struct ratio none = ratio_fieller(0, 0, 0, 0), inverse = ratio_inverse(&none);
    assert_true(inverse.value == 0 && !inverse.defined);

    struct value_with_error one = {.value = 5}, many = {5, 1.0 / 9, 8};
    struct ratio ratio = ratio_unpaired(&one, &many, 0.95);
    assert_int_equal(ratio.bound, RATIO_NONE);
    assert_close(ratio.value, 1, 1e-15);
    assert_int_equal(paired_ratio((double[]){5}, (double[]){6}, 1, 0.95).bound, RATIO_NONE);
}

// Whatever the half-widths, no limit is NaN, and bounded means finite around the value.
static void never_nan(void **state)
{
    (void)state;
    static const double halves[] = {0, 1e-300, 1e-9, 0.5, 1, 1.0000000000000002, 2, 1e9, 1e300};
    enum { COUNT = sizeof halves / sizeof *halves };
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < COUNT; j++)
            for (int scale = -300; scale <= 300; scale += 100) {
                double unit = pow(10, scale);
                struct ratio ratio = ratio_fieller(unit, halves[i] * unit, 1, halves[j]);
                assert_false(isnan(ratio.low) || isnan(ratio.high));
                if (ratio.bound == RATIO_BOUNDED)
                    assert_true(ratio.low <= ratio.value && ratio.value <= ratio.high);
            }
}

static void unpaired_by_hand(void **state)
{
    (void)state;
    struct value_with_error old = {10, 0.16 / 3, 2}, new = {9, 0.25 / 30, 29};
    struct ratio ratio = ratio_unpaired(&old, &new, 0.95);
    // Relative variances 5.3333e-4 and 1.0288e-4: df = 4.0478e-7 / (1.4222e-7 + 3.6498e-10)
    double t = student_t(0.95, 2.83877);
    struct ratio by_hand = ratio_fieller(10, t * sqrt(old.variance), 9, t * sqrt(new.variance));
    assert_close(ratio.low, by_hand.low, 1e-6);
    assert_close(ratio.high, by_hand.high, 1e-6);
}

// Pairs of relative half-widths e = 0.9 and e' = 2, perfectly correlated: κ = 1.8, so p = -0.8, a =
// 0.19, c = -3, d = 1.21. The roots are (-0.8 ± 1.1)/0.19.
static void more_scatter_than_mean(void **state)
{
    (void)state;
    double one = 0.9 * sqrt(3) / 4.3026527297494637, other = 2 * sqrt(3) / 4.3026527297494637;
    double old[] = {1 - one, 1, 1 + one}, new[] = {3 - 3 * other, 3, 3 + 3 * other};
    struct ratio ratio = paired_ratio(old, new, 3, 0.95);
    assert_int_equal(ratio.bound, RATIO_BOUNDED);
    assert_close(ratio.value, 3, 1e-14);
    assert_close(ratio.low, 3 * -1.9 / 0.19, 1e-9);
    assert_close(ratio.high, 3 * 0.3 / 0.19, 1e-9);
    // In opposite directions p = 2.8 and d = 8.41: the product of the roots is c/a.
    double opposite[] = {new[2], new[1], new[0]};
    ratio = paired_ratio(old, opposite, 3, 0.95);
    assert_close(ratio.low, 3 * -3 / 5.7, 1e-9);
    assert_close(ratio.high, 3 * 5.7 / 0.19, 1e-9);
}

static void logarithms_by_hand(void **state)
{
    (void)state;
    static const struct value_with_error old = {10, 0.5, 4}, new = {25, 2.5, 9};
    struct value_with_error log_ratio = ratio_unpaired_log(&old, &new);
    assert_close(log_ratio.value, log(2.5), 1e-14);
    assert_close(log_ratio.variance, 0.005 + 0.004, 1e-14);
    assert_close(log_ratio.df, 0.009 * 0.009 / (0.005 * 0.005 / 4 + 0.004 * 0.004 / 9), 1e-13);
    struct ratio_pairs pairs = ratio_pairs_of((double[]){9, 10, 11}, (double[]){24, 23, 28}, 3);
    log_ratio = ratio_paired_log(&pairs);
    assert_close(log_ratio.value, log(2.5), 1e-14);
    // 24/25 - 9/10 and so on: .06, -.08, .02
    assert_close(log_ratio.variance, (0.0036 + 0.0064 + 0.0004) / 2 / 3, 1e-12);
    assert_true(log_ratio.df == 2);
    struct ratio ratio = {.defined = true, .value = 0.8};
    assert_close(ratio_speedup(&ratio, BETTER_LESS), 1.25, 1e-15);
    assert_close(ratio_speedup(&ratio, BETTER_MORE), 0.8, 1e-15);
}

// Equal values say something of a difference only if there are enough of them.
static void without_scatter(void **state)
{
    (void)state;
    const double nine[] = {9, 9, 9, 9, 9, 9}, ten[] = {10, 10, 10, 10, 10, 10};
    struct value_with_error few = {9, 0, 4}, many = {9, 0, 5}, others = {10, 0, 9};
    assert_int_equal(paired_ratio(ten, nine, 5, 0.95).bound, RATIO_NONE); // 2 / 32 > 0.05
    assert_int_equal(ratio_unpaired(&others, &few, 0.95).bound, RATIO_NONE);
    struct ratio paired = paired_ratio(ten, nine, 6, 0.95);
    struct ratio unpaired = ratio_unpaired(&others, &many, 0.95);
    assert_true(paired.bound == RATIO_BOUNDED && unpaired.bound == RATIO_BOUNDED);
    assert_close(paired.high - paired.low, 0, 1e-15);
    assert_close(unpaired.low, 0.9, 1e-15);

    double old[6], new[6]; // scatter that both sides share leaves none but that of rounding
    for (int i = 0; i < 6; i++) {
        old[i] = 16 + i;
        new[i] = i % 2 ? nextafter(old[i], 0) : old[i];
    }
    struct ratio equal = paired_ratio(old, new, 6, 0.95);
    assert_true(equal.low == equal.value && equal.high == equal.value);
}

static void verdicts(void **state)
{
    (void)state;
    struct ratio faster = ratio_fieller(10, 0.1, 9, 0.1), slower = ratio_fieller(9, 0.1, 10, 0.1);
    struct ratio much_slower = ratio_fieller(1, 1.5, 100, 1); // no upper limit, but low > 1
    assert_int_equal(ratio_verdict(&faster), VERDICT_FASTER);
    assert_int_equal(ratio_verdict(&slower), VERDICT_SLOWER);
    assert_int_equal(much_slower.bound, RATIO_NO_UPPER);
    assert_int_equal(ratio_verdict(&much_slower), VERDICT_SLOWER);
}

// The blocks' common part leaves the interval; its limits solve the paired t statistic of
// new - limit * old = 0 exactly.
static void paired(void **state)
{
    (void)state;
    static const double old[] = {10.0, 12.1, 9.2, 11.3, 14.0}, new[] = {9.1, 10.8, 8.4, 10.0, 12.7};
    struct ratio ratio = paired_ratio(old, new, 5, 0.95);
    assert_int_equal(ratio.bound, RATIO_BOUNDED);
    for (int limit = 0; limit < 2; limit++) {
        double rho = limit ? ratio.high : ratio.low;
        double differences[5];
        for (int i = 0; i < 5; i++)
            differences[i] = new[i] - rho *old[i];
        struct moments summary = {0};
        moments_add(&summary, differences, 5);
        double t = moments_mean(&summary) / sqrt(summary.squares / 4 / 5);
        assert_close(fabs(t), 2.7764451051977987, 1e-9);
    }
    assert_int_equal(ratio_verdict(&ratio), VERDICT_FASTER);
}

// Satterthwaite's degrees of freedom keep 95 %, whichever side has the variance.
static void coverage(void **state)
{
    (void)state;
    static const struct {
        struct nested old, new;
        double least;
    } designs[] = {
        {{3, 100, {2, 0.5, 1}, {3, 3, 10}}, {3, 100, {2, 0.5, 1}, {3, 3, 10}}, 0.946},
        {{3, 100, {2, 0.5, 3}, {2, 2, 5}}, {3, 90, {2, 0.5, 3}, {2, 2, 5}}, 0.946},
        {{2, 100, {1, 4}, {2, 10}}, {2, 107, {1, 6}, {2, 20}}, 0.946},
        {{2, 100, {1, 8}, {2, 10}}, {2, 107, {1, 2}, {2, 20}}, 0.946},
    };
    enum { TRIALS = 20000 };
    gsl_rng *random = nested_random(3);
    for (size_t d = 0; d < sizeof designs / sizeof *designs; d++) {
        double truth = designs[d].new.mean / designs[d].old.mean;
        int covered = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            struct components old = nested_components(&designs[d].old, random);
            struct components new = nested_components(&designs[d].new, random);
            struct value_with_error olds = mean_with_error(&old), news = mean_with_error(&new);
            struct ratio ratio = ratio_unpaired(&olds, &news, 0.95);
            covered += ratio.low <= truth && truth <= ratio.high;
        }
        print_message("design %zu: coverage %.4f\n", d, (double)covered / TRIALS);
        assert_true(covered >= designs[d].least * TRIALS && covered <= 0.96 * TRIALS);
    }
    gsl_rng_free(random);
}

// With drift that both sides of a block share, pairing keeps its 95 % and is narrower.
static void paired_coverage(void **state)
{
    (void)state;
    enum { TRIALS = 20000, BLOCKS = 10 };
    gsl_rng *random = nested_random(4);
    int covered = 0, narrower = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double old[BLOCKS], new[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            double drift = gsl_ran_gaussian_ziggurat(random, 3);
            old[i] = 100 + drift + gsl_ran_gaussian_ziggurat(random, 1);
            new[i] = 95 + drift + gsl_ran_gaussian_ziggurat(random, 1);
        }
        struct ratio ratio = paired_ratio(old, new, BLOCKS, 0.95);
        covered += ratio.low <= 0.95 && 0.95 <= ratio.high;
        struct variance olds = {.levels = 1}, news = {.levels = 1};
        variance_add(&olds, NULL, old, BLOCKS);
        variance_add(&news, NULL, new, BLOCKS);
        struct components of_old = variance_finish(&olds), of_new = variance_finish(&news);
        struct value_with_error old_mean = mean_with_error(&of_old);
        struct value_with_error new_mean = mean_with_error(&of_new);
        struct ratio unpaired = ratio_unpaired(&old_mean, &new_mean, 0.95);
        narrower += ratio.high - ratio.low < unpaired.high - unpaired.low;
    }
    print_message("paired: coverage %.4f\n", (double)covered / TRIALS);
    assert_true(covered >= 0.94 * TRIALS && covered <= 0.96 * TRIALS);
    assert_true(narrower >= 0.99 * TRIALS);
    gsl_rng_free(random);
}

// Of variances whose squares underflow, and of one beside which the other is nothing.
static void degrees_of_freedom(void **state)
{
    (void)state;
    struct value_with_error old = {1, 1e-200, 4}, new = {1, 1e-200, 6};
    assert_close(ratio_unpaired_log(&old, &new).df, 9.6, 1e-12);
    new.variance = 1e-306;
    assert_close(ratio_unpaired_log(&old, &new).df, 4, 1e-12);
    old.variance = INFINITY;
    assert_close(ratio_unpaired_log(&old, &new).df, 4, 1e-12);
}

static void mean_of_ratios(void **state)
{
    (void)state;
    assert_close(geometric_mean((double[]){0.5, 2}, 2), 1, 1e-15);
    assert_close(geometric_mean((double[]){2, 4, 8}, 3), 4, 1e-15);
}

int tests_of_ratio(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_example),
        cmocka_unit_test(inverse_is_the_other_ratio),
        cmocka_unit_test(shapes),
        cmocka_unit_test(clear),
        cmocka_unit_test(no_ratio),
        cmocka_unit_test(never_nan),
        cmocka_unit_test(unpaired_by_hand),
        cmocka_unit_test(more_scatter_than_mean),
        cmocka_unit_test(logarithms_by_hand),
        cmocka_unit_test(without_scatter),
        cmocka_unit_test(verdicts),
        cmocka_unit_test(paired),
        cmocka_unit_test(coverage),
        cmocka_unit_test(paired_coverage),
        cmocka_unit_test(degrees_of_freedom),
        cmocka_unit_test(mean_of_ratios),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
