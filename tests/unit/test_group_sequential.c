// Boundaries of looks against published tables.
#include "testing.h"

#include "stats/group_sequential.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

// The boundary of each of `looks` looks.
static void assert_boundaries(const double *blocks, const double *spent, size_t looks,
                              const double *expected, double tolerance)
{
    for (size_t i = 0; i < looks; i++) {
        double level = nominal_level(blocks, spent, i + 1);
        assert_close(gsl_cdf_ugaussian_Qinv(level / 2), expected[i], tolerance);
    }
}

// Lan and DeMets' function after O'Brien and Fleming, two-sided 5 %, five equal steps: as the
// program of Reboussin, DeMets, Kim and Lan (2000) and the R package ldbounds print it, whose grid
// is good to 1e-4.
static void like_obrien_and_fleming(void **state)
{
    (void)state;
    const double blocks[] = {1, 2, 3, 4, 5}, expected[] = {4.8769, 3.3569, 2.6803, 2.2898, 2.0310};
    double spent[5];
    for (int i = 0; i < 5; i++)
        spent[i] = 4 * gsl_cdf_ugaussian_Q(gsl_cdf_ugaussian_Qinv(0.0125) / sqrt(blocks[i] / 5));
    assert_boundaries(blocks, spent, 5, expected, 5e-5);
}

// Pocock (1977), two-sided 5 %: one constant for all looks, 2.178, 2.289, 2.361 and 2.413 for 2 to
// 5 [Jennison, Turnbull 2000, table 2.1]; O'Brien and Fleming (1979): constant·√(looks/k), 1.977,
// 2.004, 2.024 and 2.040 [table 2.3]. Spending what these boundaries spend gives them again, and
// 5 % in all.
static void published_constants(void **state)
{
    (void)state;
    static const double pocock[] = {2.178, 2.289, 2.361, 2.413},
                        obrien[] = {1.977, 2.004, 2.024, 2.040};
    const double blocks[] = {1, 2, 3, 4, 5};
    for (size_t looks = 2; looks <= 5; looks++)
        for (int which = 0; which < 2; which++) {
            double spent[5] = {0};
            for (size_t i = 0; i < looks; i++) {
                double flat = pocock[looks - 2];
                double falling = obrien[looks - 2] * sqrt((double)looks / (double)(i + 1));
                double wanted = 2 * gsl_cdf_ugaussian_Q(which ? falling : flat);
                double low = i ? spent[i - 1] : 0, high = 0.2;
                for (int k = 0; k < 40; k++) { // what this look spends
                    spent[i] = (low + high) / 2;
                    *(nominal_level(blocks, spent, i + 1) < wanted ? &low : &high) = spent[i];
                }
            }
            assert_close(spent[looks - 1], 0.05, 2e-3); // the constants have three digits
        }
}

// The probability that the score of the second of two looks is the first beyond its boundary, in
// standard deviations: over what the first look lets through, by the midpoint rule.
static double beyond_second(const double *blocks, double first, double second)
{
    enum { STEPS = 200000 };
    double limit = first * sqrt(blocks[0]), next = second * sqrt(blocks[1]), sum = 0;
    double sd = sqrt(blocks[1] - blocks[0]), step = 2 * limit / STEPS;
    for (int i = 0; i < STEPS; i++) {
        double score = (i + 0.5) * step - limit;
        double beyond = erfc((next - score) / sd / sqrt(2)) + erfc((next + score) / sd / sqrt(2));
        sum += exp(-score * score / blocks[0] / 2) / sqrt(2 * M_PI * blocks[0]) * beyond / 2 * step;
    }
    return sum;
}

// Also where the looks may spend most of what there is, as p-values ask, and where the second one
// has hardly more data.
static void two_looks_by_integration(void **state)
{
    (void)state;
    static const struct {
        double blocks[2], spent[2];
    } looks[] = {{{1, 2}, {0.01, 0.04}},
                 {{20, 50}, {0.02, 0.05}},
                 {{3, 4}, {0.6, 0.8}},
                 {{1, 1.001}, {0.02, 0.04}},
                 {{1, 3}, {0.9, 0.99}},
                 // its boundary lies far beyond what so few blocks more can reach by themselves
                 {{2000, 2001}, {0.04995, 0.05}},
                 {{200, 201}, {0.04, 0.04 + 5e-7}}};
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        double first = gsl_cdf_ugaussian_Qinv(looks[i].spent[0] / 2);
        double level = nominal_level(looks[i].blocks, looks[i].spent, 2);
        double second = gsl_cdf_ugaussian_Qinv(level / 2);
        assert_close(beyond_second(looks[i].blocks, first, second),
                     looks[i].spent[1] - looks[i].spent[0], 1e-6);
    }
}

static void one_look_spends_all(void **state)
{
    (void)state;
    const double blocks = 20, spent = 0.05;
    assert_true(nominal_level(&blocks, &spent, 1) == spent);
    assert_close(spending_factor(&blocks, &spent, 1, 0.01), 0.2, 1e-12);
}

// Later data change what a look says less the more of them the earlier look had: the levels add up
// to at least what is spent, and the last alone is at most that.
static void levels_lie_within_what_is_spent(void **state)
{
    (void)state;
    const double spent[] = {0.002, 0.0072, 0.0162, 0.05};
    for (double step = 1.02; step < 3; step *= 1.3) {
        const double blocks[] = {20, 20 * step, 20 * step * step, 20 * step * step * step};
        double sum = 0;
        for (size_t i = 1; i <= 4; i++) {
            double level = nominal_level(blocks, spent, i);
            double own = spent[i - 1] - (i > 1 ? spent[i - 2] : 0);
            assert_true(level >= own * (1 - 1e-6) && level <= spent[i - 1] * (1 + 1e-6));
            sum += level;
        }
        assert_true(sum >= 0.05);
    }
}

// A budget may end a campaign one block after a look. The less that adds, the nearer is the level
// to what the looks spend together.
static void a_look_soon_after_another(void **state)
{
    (void)state;
    double blocks[] = {55, 83, 124, 187, 280, 421, 632, 948, 1422, 2133, 0};
    double spent[sizeof blocks / sizeof *blocks], before = 1;
    for (size_t i = 0; i < 10; i++)
        spent[i] = 0.04 * pow(blocks[i] / 3200, 2);
    spent[10] = 0.04;
    for (double more = 1; more < 1000; more *= 4) {
        blocks[10] = 2133 + more;
        double level = nominal_level(blocks, spent, 11);
        assert_true(level < before && level > 0.03 && level < 0.04);
        before = level;
    }
}

static void the_factor_inverts_the_level(void **state)
{
    (void)state;
    const double blocks[] = {20, 30, 45}, spent[] = {0.01, 0.02, 0.04};
    double level = nominal_level(blocks, spent, 3);
    assert_close(spending_factor(blocks, spent, 3, level), 1, 1e-5);
    assert_true(spending_factor(blocks, spent, 3, level / 100) < 0.1);
    // Near 1 the level grows faster than the factor.
    const double later[] = {69, 137, 182}, shares[] = {69.0 / 182, 137.0 / 182, 1};
    for (double p = 0.02; p < 0.95; p += 0.08) {
        double own[3], factor = spending_factor(later, shares, 3, p);
        for (int i = 0; i < 3; i++)
            own[i] = factor * shares[i];
        assert_true(factor < 1);
        assert_close(nominal_level(later, own, 3), p, 1e-8);
    }
    assert_true(spending_factor(blocks, spent, 3, 1) <= 1 / 0.04);
}

// A look that may spend nothing rejects nothing.
static void nothing_to_spend(void **state)
{
    (void)state;
    const double blocks[] = {20, 30}, spent[] = {0.05, 0.05};
    assert_true(nominal_level(blocks, spent, 2) < 1e-14);
}

int tests_of_group_sequential(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(like_obrien_and_fleming),
        cmocka_unit_test(published_constants),
        cmocka_unit_test(two_looks_by_integration),
        cmocka_unit_test(one_look_spends_all),
        cmocka_unit_test(levels_lie_within_what_is_spent),
        cmocka_unit_test(a_look_soon_after_another),
        cmocka_unit_test(the_factor_inverts_the_level),
        cmocka_unit_test(nothing_to_spend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
