// Autocorrelations and Ljung and Box's test, against R.
#include "autocorrelation.h"
#include "r_data.h"
#include "testing.h"

// R: sprintf("%.17g", acf(x, lag.max = 4, plot = FALSE)$acf[-1])
static void lags_as_in_r(void **state)
{
    (void)state;
    static const double nile[] = {0.49840818413302945, 0.38457690390487254, 0.32786043752254634,
                                  0.23919116994148587};
    static const double lh[] = {0.5755244755244755, 0.18181818181818182, -0.14475524475524471,
                                -0.17482517482517487};
    double r[4];
    autocorrelations(NILE, NILE_COUNT, 4, r);
    for (int k = 0; k < 4; k++)
        assert_close(r[k], nile[k], 1e-13);
    autocorrelations(LH, LH_COUNT, 4, r);
    for (int k = 0; k < 4; k++)
        assert_close(r[k], lh[k], 1e-13);
}

// R: Q <- Box.test(x, lag = k, type = "Ljung")$statistic; pchisq(Q, k, lower.tail = FALSE)
static void ljung_box_as_in_r(void **state)
{
    (void)state;
    struct ljung_box test = ljung_box(NILE, NILE_COUNT, 4);
    assert_close(test.Q, 58.36959275888637, 1e-13);
    assert_close(test.p, 6.3825206335351825e-12, 1e-10);
    test = ljung_box(LH, LH_COUNT, 1);
    assert_close(test.Q, 16.913791758011367, 1e-13);
    assert_close(test.p, 3.9116341079461566e-05, 1e-12);
    test = ljung_box(LH, LH_COUNT, 4);
    assert_close(test.Q, 21.423218835535959, 1e-13);
    assert_close(test.p, 0.00026098991010304375, 1e-12);
}

// Whole numbers stay exact beside the offset, so nothing of theirs may be lost.
static void large_offset_loses_nothing(void **state)
{
    (void)state;
    double far[NILE_COUNT], near[4], r[4];
    for (int t = 0; t < NILE_COUNT; t++)
        far[t] = NILE[t] + 0x1p50;
    autocorrelations(NILE, NILE_COUNT, 4, near);
    autocorrelations(far, NILE_COUNT, 4, r);
    for (int k = 0; k < 4; k++)
        assert_close(r[k], near[k], 1e-12);
}

static void nothing_to_correlate(void **state)
{
    (void)state;
    double equal[] = {0.1, 0.1, 0.1, 0.1}, r[4] = {9, 9, 9, 9};
    autocorrelations(equal, 4, 4, r);
    for (int k = 0; k < 4; k++)
        assert_true(r[k] == 0);
    struct ljung_box test = ljung_box(equal, 4, 4);
    assert_true(test.Q == 0 && test.p == 1);

    double few[] = {1, 2, 4};
    autocorrelations(few, 3, 4, r);
    assert_true(r[0] != 0 && r[1] != 0 && r[2] == 0 && r[3] == 0);
    test = ljung_box(NULL, 0, 4);
    assert_true(test.Q == 0 && test.p == 1);
    assert_true(ljung_box(few, 3, 0).p == 1);
}

int tests_of_autocorrelation(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lags_as_in_r),
        cmocka_unit_test(ljung_box_as_in_r),
        cmocka_unit_test(large_offset_loses_nothing),
        cmocka_unit_test(nothing_to_correlate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
