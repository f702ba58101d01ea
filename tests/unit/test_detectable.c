// The detectable change against the power of Student's test, integrated and simulated.
#include "normal.h"
#include "testing.h"

#include "stats/interval.h"
#include "stats/ratio_test/detectable.h"

#include <gsl/gsl_cdf.h>
#include <stdlib.h>

// The chance that |T| exceeds t(1 - alpha), T noncentral: the mean over the quantiles of the
// variance, whose square root divides.
static double power(double distance, double df, double alpha)
{
    enum { STEPS = 4000 };
    double t = gsl_cdf_tdist_Qinv(alpha / 2, df), sum = 0;
    for (int i = 0; i < STEPS; i++) {
        double bound = t * sqrt(gsl_cdf_chisq_Pinv((i + 0.5) / STEPS, df) / df);
        sum += gsl_cdf_ugaussian_P(distance - bound) + gsl_cdf_ugaussian_P(-distance - bound);
    }
    return sum / STEPS;
}

// In standard errors.
static double distance_of(double df, double alpha)
{
    return log1p(detectable_change(0.001, df, alpha)) / 0.001;
}

static void test_power(void **state)
{
    (void)state;
    static const double freedom[] = {4, 9, 19, 29.5, 1000}, alphas[] = {0.05, 0.01, 0.002};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 3; k++)
            assert_close(power(distance_of(freedom[i], alphas[k]), freedom[i], alphas[k]), 0.9,
                         0.0015);
}

// Of 4000 campaigns 3600 detect the change; the standard error of that is 19.
static void test_campaigns(void **state)
{
    (void)state;
    enum { BLOCKS = 20, CAMPAIGNS = 4000 };
    double error = 0.01, change = detectable_change(error, BLOCKS - 1, 0.05);
    struct stream stream = stream_from(5);
    int detected = 0;
    for (int k = 0; k < CAMPAIGNS; k++) {
        double values[BLOCKS];
        for (int i = 0; i < BLOCKS; i++)
            values[i] = log1p(change) + error * sqrt(BLOCKS) * normal(&stream);
        struct variance variance = {.levels = 1};
        variance_add(&variance, NULL, values, BLOCKS);
        struct components components = variance_finish(&variance);
        struct interval interval = mean_interval(&components, 0.95);
        detected += interval.low > 0 || interval.high < 0;
    }
    if (abs(detected - 3600) > 4 * 19)
        fail_msg("%d of 4000 detect it", detected);
}

static void test_scale(void **state)
{
    (void)state;
    // of many blocks 1.960 + 1.282 standard errors
    assert_close(detectable_change(0.01, 1e9, 0.05), expm1(0.01 * 3.241516), 1e-6);
    assert_true(detectable_change(0, 19, 0.05) == 0);
    assert_true(isinf(detectable_change(0.01, 0, 0.05)));
    assert_true(detectable_change(0.01, 19, 0.01) > detectable_change(0.01, 19, 0.05));
}

int tests_of_detectable(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_power),
        cmocka_unit_test(test_campaigns),
        cmocka_unit_test(test_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
