// The signed-rank test against R's wilcox.test(x, alternative = "greater") and by hand.
#include "testing.h"

#include "stats/attribution/signed_rank.h"

static void by_hand(void **state)
{
    (void)state;
    const double all[] = {1, 2, 3, 4, 5};
    assert_close(signed_rank_above(all, 5), 1.0 / 32, 1e-14); // one of 2⁵ signs
    const double none[] = {-1, -2, -3};
    assert_close(signed_rank_above(none, 3), 1, 1e-14);
    const double mixed[] = {-1, 2, 3}; // W = 5: {2, 3} and {1, 2, 3} of 8
    assert_close(signed_rank_above(mixed, 3), 2.0 / 8, 1e-14);
    const double tied[] = {1, 1, -1}; // each rank is 2: two or three of them are positive
    assert_close(signed_rank_above(tied, 3), 4.0 / 8, 1e-14);
    // W = 4.5 of the ranks 1.5, 1.5 and 3: either of the first with the last, or all
    const double signs[][3] = {{-1, 1, 3}, {1, -1, 3}};
    for (int i = 0; i < 2; i++)
        assert_close(signed_rank_above(signs[i], 3), 3.0 / 8, 1e-14);
}

// Hollander & Wolfe's depression scores, the example of R's wilcox.test: V = 40, p = 0.01953.
static void published(void **state)
{
    (void)state;
    const double first[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    const double second[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    double differences[9];
    for (size_t i = 0; i < 9; i++)
        differences[i] = first[i] - second[i];
    assert_close(signed_rank_above(differences, 9), 0.01953125, 1e-10);
}

static void nothing_differs(void **state)
{
    (void)state;
    const double zeros[] = {0, 0, 0}, one[] = {0, 2, 0};
    assert_close(signed_rank_above(zeros, 3), 1, 0);
    assert_close(signed_rank_above(zeros, 0), 1, 0);
    assert_close(signed_rank_above(one, 3), 0.5, 1e-14);
}

// With the mean n(n + 1)/4 and the variance n(n + 1)(2n + 1)/24 of the sum of ranks, and half a
// rank for continuity.
static double normal_above(const double *values, double n)
{
    double W = 0;
    for (size_t i = 0; i < (size_t)n; i++)
        W += fmax(values[i], 0);
    double away = W - n * (n + 1) / 4 - 0.5;
    return erfc(away / sqrt(n * (n + 1) * (2 * n + 1) / 24) / sqrt(2)) / 2;
}

// The distribution is exact up to a count, and near the approximation there.
static void many(void **state)
{
    (void)state;
    enum { MOST = SIGNED_RANK_EXACT_MOST };
    double values[MOST + 1];
    for (int i = 0; i <= MOST; i++)
        values[i] = i % 5 < 3 ? i + 1 : -(i + 1);
    double near = normal_above(values, MOST), exact = signed_rank_above(values, MOST);
    assert_true(exact != near && fabs(exact - near) < 0.02 * exact);
    assert_close(signed_rank_above(values, MOST + 1), normal_above(values, MOST + 1), 1e-12);
}

int tests_of_signed_rank(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(published),
                                       cmocka_unit_test(nothing_differs), cmocka_unit_test(many)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
