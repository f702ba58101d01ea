// The detectable change against the power of Student's test, whose variance both campaigns
// estimate: integrated and simulated.
#include "normal.h"
#include "testing.h"

#include "stats/interval.h"
#include "stats/ratio_test/detectable.h"

#include <gsl/gsl_cdf.h>

enum { BLOCKS_MOST = 100 };

enum { STEPS = 500 };

// The square root of the quantiles of a variance that is estimated with `df`.
static void set_estimates(double df, double estimates[STEPS])
{
    for (int i = 0; i < STEPS; i++)
        estimates[i] = sqrt(gsl_cdf_chisq_Pinv((i + 0.5) / STEPS, df) / df);
}

// The chance that a campaign detects a change of so many standard errors of another one, the mean
// over what both estimate.
static double power(double distance, double df, double alpha)
{
    static double estimates[STEPS];
    double t = gsl_cdf_tdist_Qinv(alpha / 2, df), sum = 0;
    set_estimates(df, estimates);
    for (int i = 0; i < STEPS; i++)
        for (int k = 0; k < STEPS; k++)
            sum += gsl_cdf_ugaussian_P(distance * estimates[i] - t * estimates[k]);
    return sum / STEPS / STEPS;
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
            assert_true(fabs(power(distance_of(freedom[i], alphas[k]), freedom[i], alphas[k]) -
                             0.9) < 0.01);
}

// The interval of the mean of normal numbers.
static struct interval draw(struct stream *stream, double mean, size_t blocks)
{
    double values[BLOCKS_MOST];
    for (size_t i = 0; i < blocks; i++)
        values[i] = mean + normal(stream);
    struct variance variance = {.levels = 1};
    variance_add(&variance, NULL, values, blocks);
    struct components components = variance_finish(&variance);
    return mean_interval(&components, 0.95);
}

// What one campaign states, another one detects in 9 of 10; the standard error is .0047.
static void test_campaigns(void **state)
{
    (void)state;
    enum { CAMPAIGNS = 4000 };
    static const size_t blocks[] = {5, 10, 20, 40, 100};
    for (int n = 0; n < 5; n++) {
        struct stream stream = stream_from(n + 5);
        int detected = 0;
        for (int k = 0; k < CAMPAIGNS; k++) {
            double df = (double)blocks[n] - 1;
            double error = draw(&stream, 0, blocks[n]).half_width / student_t(0.95, df) / 100;
            double change = 100 * log1p(detectable_change(error, df, 0.05));
            detected += draw(&stream, change, blocks[n]).low > 0;
        }
        double share = (double)detected / CAMPAIGNS;
        if (share < 0.88 || share > 0.92)
            fail_msg("of %zu blocks %g detect it", blocks[n], share);
    }
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
