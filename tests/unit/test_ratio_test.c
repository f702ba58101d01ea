// Ratio tests: p-values against Student's paired t, planning by hand, false alarms and coverage.
#include "nested.h"
#include "testing.h"

#include "geometric_mean.h"
#include "stats/interval.h"
#include "stats/multiplicity/holm.h"
#include "stats/ratio_test/overall_ratio.h"

#include <gsl/gsl_cdf.h>

static const double OLD[] = {10, 11, 9, 10}, NEW[] = {11, 12.5, 9.5, 11};

static struct ratio_test pairs(const double *old, const double *new, size_t count)
{
    static const size_t blocks[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    return ratio_test_paired(&(struct block_pairs){blocks, old, new, count});
}

// Lives as long as the function that names it.
#define SIDE(average, variance, units)                                                             \
    (&(struct components){.levels = 1, .top_units = units, .mean = average, .S2 = {variance}})

// The interval leaves out a ratio exactly where Student's t of new - ratio·old does.
static void p_of_pairs(void **state)
{
    (void)state;
    struct ratio_test ratio_test = pairs(OLD, NEW, 4);
    // Differences 1, 1.5, 0.5, 1: t = 1/sqrt(1/24) with 3 degrees of freedom
    assert_close(ratio_test_p(&ratio_test, 0, 0.95), 0.016277, 1e-4);
    assert_close(ratio_test_p(&ratio_test, 0, 0.95), 2 * gsl_cdf_tdist_Q(sqrt(24), 3), 2e-6);
    // At 1.05: 0.5, 0.95, 0.05, 0.5, mean 0.5, variance 0.135
    double t = 0.5 / sqrt(0.135 / 4);
    assert_close(ratio_test_p(&ratio_test, 0.05, 0.95), 2 * gsl_cdf_tdist_Q(t, 3), 2e-6);
    assert_true(ratio_test_p(&ratio_test, 0.1, 0.95) == 1); // the ratio is 1.1
    struct ratio_test inverse = pairs(NEW, OLD, 4);
    assert_close(ratio_test_p(&inverse, 0, 0.95), ratio_test_p(&ratio_test, 0, 0.95), 3e-6);
}

// The blocks of two campaigns: where those of one are alike for hours, the interval is wider, and
// what alternates makes none wider.
static void campaigns_of_other_hours(void **state)
{
    (void)state;
    enum { BLOCKS = 30 };
    double steps[BLOCKS], turns[BLOCKS];
    size_t blocks[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++) {
        blocks[i] = i;
        steps[i] = (i < 15 ? 9.9 : 10.1) + (i % 3 == 0 ? 0.02 : -0.01);
        turns[i] = i % 2 ? 10.1 : 9.9;
    }
    const struct components side = {
        .levels = 1, .top_units = BLOCKS, .mean = 10, .S2 = {0.0104}, .T2 = {0.0104}};
    struct ratio_test test = {.old = &side,
                              .new = &side,
                              .old_blocks = {blocks, turns, BLOCKS},
                              .new_blocks = {blocks, turns, BLOCKS}};
    struct ratio_test unknown = {.old = &side, .new = &side};
    double plain = ratio_test_ratio(&unknown, 0.95).high;
    assert_false(ratio_test_allows_for_dependence(&test) || ratio_test_dependence(&test).found);
    assert_close(ratio_test_ratio(&test, 0.95).high, plain, 1e-15);
    test.old_blocks.mean = steps;
    assert_true(ratio_test_allows_for_dependence(&test) && ratio_test_dependence(&test).found);
    double kept = (effective_blocks(steps, BLOCKS) - 1) / (BLOCKS - 1), mean = 0.0104 / BLOCKS;
    double one = mean / kept, variance = one + mean;
    double df = variance * variance / (one * one / (29 * kept) + mean * mean / 29);
    struct value_with_error log = ratio_test_log(&test);
    assert_close(log.variance, variance / 100, 1e-12);
    assert_close(log.df, df, 1e-12);
    assert_true(kept < 0.3 && ratio_test_ratio(&test, 0.95).high > 1 + 1.5 * (plain - 1));
}

// Also below 1 - margin: new - 0.95·old is -.45, -.875, -.025, -.45, of variance .36125/3.
static void p_below_a_margin(void **state)
{
    (void)state;
    struct ratio_test less = pairs(NEW, OLD, 4);
    double t = 0.45 / sqrt(0.36125 / 3 / 4);
    assert_close(ratio_test_p(&less, 0.05, 0.95), 2 * gsl_cdf_tdist_Q(t, 3), 2e-6);
    static const double one[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
                        two[] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2.000001};
    struct ratio_test clear = pairs(one, two, 10);
    assert_true(ratio_test_p(&clear, 0, 0.95) == 1e-15); // the least that it says
}

static void p_of_independent_sides(void **state)
{
    (void)state;
    struct ratio_test ratio_test = {.old = SIDE(10, 0.4, 10), .new = SIDE(11, 0.6, 10)};
    double one = 0.04 / 100, other = 0.06 / 121, t = 1 / sqrt(0.1);
    double df = 9 * (one + other) * (one + other) / (one * one + other * other);
    assert_close(ratio_test_p(&ratio_test, 0, 0.95), 2 * gsl_cdf_tdist_Q(t, df), 2e-6);
}

// Where the interval just touches the margin, p says the same as the interval.
static void p_agrees_with_the_interval(void **state)
{
    (void)state;
    for (size_t i = 0; i < 100; i++) {
        double confidence = 0.5 + 0.005 * (double)i;
        struct ratio_test ratio_test = pairs(OLD, NEW, 4);
        double margin = ratio_test_ratio(&ratio_test, confidence).low - 1;
        if (margin <= 0)
            continue;
        margin += 1e-15 * ((double)(i % 3) - 1);
        bool beyond = ratio_test_ratio(&ratio_test, confidence).low > 1 + margin;
        assert_true((ratio_test_p(&ratio_test, margin, confidence) <= 1 - confidence) == beyond);
    }
}

// Of y/ȳ - x/x̄ around its mean 0, at lag 1, and what it is short of the mean over all orders.
static void dependence_of_pairs(void **state)
{
    (void)state;
    const double old[] = {10, 12, 9, 11, 8, 10}, new[] = {22, 25, 17, 19, 16, 21};
    double parts[6], squares = 0, products = 0;
    for (int i = 0; i < 6; i++) {
        parts[i] = new[i] / 20 - old[i] / 10;
        squares += parts[i] * parts[i];
        products += i ? parts[i] * parts[i - 1] : 0;
    }
    struct ratio_test ratio_test = pairs(old, new, 6);
    struct dependence dependence = ratio_test_dependence(&ratio_test);
    assert_int_equal(dependence.blocks, 6);
    assert_close(dependence.correlation, products / squares + 1.0 / 6, 1e-12);
}

static void log_of_exact_sides(void **state)
{
    (void)state;
    const double old[] = {4, 4}, new[] = {6, 6};
    struct ratio_test apart = {.exact = true, .old = SIDE(10, 0, 1), .new = SIDE(12, 0, 1)},
                      paired = pairs(old, new, 2);
    paired.exact = true;
    struct value_with_error log_apart = ratio_test_log(&apart),
                            log_paired = ratio_test_log(&paired);
    assert_close(log_apart.value, log(1.2), 1e-14);
    assert_close(log_paired.value, log(1.5), 1e-14);
    assert_true(log_apart.variance == 0 && isinf(log_apart.df) && isinf(log_paired.df));
}

static void nothing_to_say(void **state)
{
    (void)state;
    struct ratio_test none = pairs(NULL, NULL, 0), one = pairs(OLD, NEW, 1);
    assert_false(ratio_test_ratio(&none, 0.95).defined);
    assert_int_equal(ratio_test_ratio(&one, 0.95).bound, RATIO_NONE);
    assert_true(ratio_test_p(&none, 0, 0.95) == 1 && ratio_test_p(&one, 0, 0.95) == 1);

    const double same[] = {2, 2, 2}, other[] = {3, 3, 3};
    struct ratio_test equal = pairs(same, same, 3), exact = pairs(same, other, 3);
    assert_true(ratio_test_p(&equal, 0, 0.95) == 1);
    assert_close(ratio_test_p(&exact, 0, 0.95), 0.25, 1e-5); // the sign test of three pairs
}

// Each log has variance 1e-4 with 3 degrees of freedom: their mean 5e-5 with 6.
static void overall_of_independent_sides(void **state)
{
    (void)state;
    struct ratio_test a = {.old = SIDE(1, 4e-4, 4), .new = SIDE(2, 0, 4)};
    struct ratio_test b = {.old = SIDE(1, 4e-4, 4), .new = SIDE(8, 0, 4)};
    const struct ratio_test *both[] = {&a, &b};
    struct ratio overall = overall_ratio(both, 2, 0.95);
    assert_close(overall.value, 4, 1e-15);
    assert_close(overall.high, 4 * exp(student_t(0.95, 6) * sqrt(5e-5)), 1e-12);
    assert_close(overall.low, 16 / overall.high, 1e-12);

    a = (struct ratio_test){.old = SIDE(1, 4, 4), .new = SIDE(2, 0, 4)};
    overall = overall_ratio(both, 2, 0.95);
    assert_int_equal(overall.bound, RATIO_NONE);
    assert_true(overall.low == 0 && overall.high == INFINITY);
}

// The same blocks twice tell no more than once; blocks of their own tell twice as much.
static void overall_of_shared_blocks(void **state)
{
    (void)state;
    struct ratio_test once = pairs(OLD, NEW, 4), again = once;
    const struct ratio_test *both[] = {&once, &again};
    struct ratio overall = overall_ratio(both, 2, 0.95);
    double squares = 0;
    for (int i = 0; i < 4; i++)
        squares += pow(NEW[i] / 11 - OLD[i] / 10, 2);
    double half = student_t(0.95, 3) * sqrt(squares / 3 / 4);
    assert_close(log(overall.high / overall.value), half, 1e-12);

    const size_t later[] = {5, 6, 7, 8};
    again.pairs.block = later;
    overall = overall_ratio(both, 2, 0.95);
    half = student_t(0.95, 3) * sqrt(2 * squares / 16 * 8 / 7) / 2;
    assert_close(log(overall.high / overall.value), half, 1e-12);

    // Two campaigns: what a side's blocks share counts once, too
    const size_t blocks[] = {1, 2, 3, 4};
    struct block_means old = {blocks, OLD, 4}, new = {blocks, NEW, 4};
    struct ratio_test apart = {
        .old = SIDE(10, 2.0 / 3, 4), .new = SIDE(11, 1.5, 4), .old_blocks = old, .new_blocks = new};
    const struct ratio_test *one[] = {&apart}, *two[] = {&apart, &apart};
    assert_close(overall_ratio(two, 2, 0.95).high, overall_ratio(one, 1, 0.95).high, 1e-12);
}

enum { BLOCKS = 10, BENCHMARKS = 5 };

// One benchmark's blocks: drift that both sides share, and each side's own layouts.
struct simulated {
    double old[BLOCKS], new[BLOCKS];
};

static struct ratio_test simulate(struct simulated *simulated, gsl_rng *random, double ratio)
{
    for (size_t i = 0; i < BLOCKS; i++) {
        double drift = 1 + gsl_ran_gaussian_ziggurat(random, 0.05);
        simulated->old[i] = drift + gsl_ran_gaussian_ziggurat(random, 0.02);
        simulated->new[i] = ratio *(drift + gsl_ran_gaussian_ziggurat(random, 0.03));
    }
    return pairs(simulated->old, simulated->new, BLOCKS);
}

static void false_alarms_of_one(void **state)
{
    (void)state;
    enum { TRIALS = 4000 };
    gsl_rng *random = nested_random(1);
    size_t alarms = 0;
    for (size_t i = 0; i < TRIALS; i++) {
        struct simulated simulated;
        struct ratio_test ratio_test = simulate(&simulated, random, 1);
        struct ratio ratio = ratio_test_ratio(&ratio_test, 0.95);
        alarms += ratio_verdict(&ratio) != VERDICT_INCONCLUSIVE;
    }
    gsl_rng_free(random);
    assert_in_range(alarms, TRIALS * 3 / 100, TRIALS * 7 / 100);
}

static void false_alarms_of_a_family(void **state)
{
    (void)state;
    enum { TRIALS = 1500 };
    gsl_rng *random = nested_random(2);
    size_t alarms = 0, unadjusted = 0;
    for (size_t i = 0; i < TRIALS; i++) {
        double p[BENCHMARKS], *family[BENCHMARKS], least = 1;
        for (size_t k = 0; k < BENCHMARKS; k++) {
            struct simulated simulated;
            struct ratio_test ratio_test = simulate(&simulated, random, 1);
            p[k] = ratio_test_p(&ratio_test, 0, 0.95);
            least = fmin(least, p[k]);
            family[k] = &p[k];
        }
        holm_adjust(family, BENCHMARKS);
        alarms += *family[0] <= 0.05;
        unadjusted += least <= 0.05;
    }
    gsl_rng_free(random);
    assert_in_range(alarms, TRIALS * 3 / 100, TRIALS * 65 / 1000);
    assert_true(unadjusted > (size_t)TRIALS / 6); // what Holm is for
}

static void coverage_of_the_overall(void **state)
{
    (void)state;
    enum { TRIALS = 2000 };
    static const double truth[BENCHMARKS] = {0.5, 0.97, 1, 1.03, 4};
    double mean = geometric_mean(truth, BENCHMARKS);
    gsl_rng *random = nested_random(3);
    size_t covered = 0;
    for (size_t i = 0; i < TRIALS; i++) {
        struct simulated simulated[BENCHMARKS];
        struct ratio_test ratio_test[BENCHMARKS];
        const struct ratio_test *all[BENCHMARKS];
        for (size_t k = 0; k < BENCHMARKS; k++) {
            ratio_test[k] = simulate(&simulated[k], random, truth[k]);
            all[k] = &ratio_test[k];
        }
        struct ratio overall = overall_ratio(all, BENCHMARKS, 0.95);
        covered += overall.low <= mean && mean <= overall.high;
    }
    gsl_rng_free(random);
    assert_in_range(covered, TRIALS * 93 / 100, TRIALS * 975 / 1000);
}

int tests_of_ratio_test(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p_of_pairs),
        cmocka_unit_test(p_below_a_margin),
        cmocka_unit_test(p_of_independent_sides),
        cmocka_unit_test(p_agrees_with_the_interval),
        cmocka_unit_test(dependence_of_pairs),
        cmocka_unit_test(log_of_exact_sides),
        cmocka_unit_test(nothing_to_say),
        cmocka_unit_test(overall_of_independent_sides),
        cmocka_unit_test(overall_of_shared_blocks),
        cmocka_unit_test(false_alarms_of_one),
        cmocka_unit_test(campaigns_of_other_hours),
        cmocka_unit_test(false_alarms_of_a_family),
        cmocka_unit_test(coverage_of_the_overall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
