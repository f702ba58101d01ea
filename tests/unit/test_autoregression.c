// The effective number of blocks: against dense matrices, and how often the intervals hold.
#include "normal.h"
#include "testing.h"

#include "stats/autoregression.h"
#include "stats/interval.h"

#include <gsl/gsl_cdf.h>
#include <stdlib.h>

enum { BLOCKS_MOST = 100 };

static void draw(struct stream *stream, double correlation, double drift, double *values, size_t n)
{
    double last = normal(stream), rest = sqrt(1 - correlation * correlation);
    for (size_t i = 0; i < n; i++) {
        values[i] = 50 + last + drift * ((double)i / (double)(n - 1) - 0.5);
        last = correlation * last + rest * normal(stream);
    }
}

static double mean_of(const double *values, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum / (double)n;
}

static double variance_of(const double *values, size_t n)
{
    double mean = mean_of(values, n), sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (values[i] - mean) * (values[i] - mean);
    return sum / (double)(n - 1);
}

static double half_width(const struct autoregression *autoregression, const double *values,
                         size_t n)
{
    return student_t(0.95, (double)n - 1) *
           sqrt(variance_of(values, n) / autoregression_effective(autoregression, 0.95));
}

enum { DENSE = 24 };

// Solves V·x = 1 and V·y = values with V[i][j] = (1 - noise)·r^|i - j|, and 1 where i = j, by
// elimination; returns log |V|.
static double solve(double r, double noise, const double *values, double *x, double *y)
{
    double m[DENSE][DENSE + 2], logarithm = 0;
    for (int i = 0; i < DENSE; i++) {
        for (int j = 0; j < DENSE; j++)
            m[i][j] = i == j ? 1 : (1 - noise) * pow(r, abs(i - j));
        m[i][DENSE] = 1;
        m[i][DENSE + 1] = values[i];
    }
    for (int k = 0; k < DENSE; k++) {
        logarithm += log(m[k][k]);
        for (int i = 0; i < DENSE; i++)
            for (int j = DENSE + 1; i != k && j >= k; j--)
                m[i][j] -= m[i][k] / m[k][k] * m[k][j];
    }
    for (int k = 0; k < DENSE; k++) {
        x[k] = m[k][DENSE] / m[k][k];
        y[k] = m[k][DENSE + 1] / m[k][k];
    }
    return logarithm;
}

struct dense {
    double prior;
    double log_likelihood, center, error; // restricted; of the mean itself
    double variance;
};

static struct dense dense_fit(double prior, double r, double noise, const double *values)
{
    double x[DENSE], y[DENSE], one = 0, cross = 0, square = 0;
    double logarithm = solve(r, noise, values, x, y);
    for (int i = 0; i < DENSE; i++) {
        one += x[i];
        cross += y[i];
        square += values[i] * y[i];
    }
    double rest = square - cross * cross / one;
    return (struct dense){prior, -logarithm / 2 - log(one) / 2 - (DENSE - 1) / 2.0 * log(rest),
                          cross / one, sqrt(rest / (DENSE - 1) / one), rest / (DENSE - 1)};
}

// Of noise that is known, in the variance that the first fit finds.
static struct dense dense_refit(double prior, double r, double known, double unknown,
                                const double *values)
{
    double share = known / variance_of(values, DENSE);
    struct dense first = dense_fit(prior, r, share + (1 - share) * unknown, values);
    share = known / first.variance;
    return dense_fit(prior, r, share + (1 - share) * unknown, values);
}

// The prior: independence with 0.3, else 1 - u², u evenly between 0.1 and 1, and of what is not
// known to be noise 0, 1/4 or 1/2 is noise with 0.6, 0.3, 0.1.
static void test_against_dense(void **state)
{
    (void)state;
    enum { MODELS = 43 };
    double values[DENSE], sum = 0, dependent = 0, top = -INFINITY;
    struct dense fit[MODELS] = {{0}};
    struct stream stream = stream_from(9);
    draw(&stream, 0.8, 0, values, DENSE);
    double noise = 0.2 * variance_of(values, DENSE);
    fit[0] = dense_fit(0.3, 0, 0, values);
    for (int g = 0, m = 1; g < 14; g++)
        for (int k = 0; k < 3; k++, m++) {
            double u = 0.1 + 0.9 * (g + 0.5) / 14;
            fit[m] = dense_refit((double[]){0.6, 0.3, 0.1}[k] / 20, 1 - u * u, noise,
                                 (double[]){0, 0.25, 0.5}[k], values);
        }
    for (int m = 0; m < MODELS; m++)
        top = fmax(top, fit[m].log_likelihood);
    for (int m = 0; m < MODELS; m++) {
        fit[m].prior *= exp(fit[m].log_likelihood - top); // the weight from here on
        sum += fit[m].prior;
        dependent += m == 0 ? 0 : fit[m].prior;
    }
    struct autoregression autoregression = autoregression_of(values, DENSE, noise);
    assert_true(autoregression.found);
    assert_close(autoregression.odds, dependent / 0.7 / (fit[0].prior / 0.3), 1e-8);
    double half = half_width(&autoregression, values, DENSE), chance = 0;
    for (int m = 0; m < MODELS; m++) {
        assert_close(autoregression.weight[m], fit[m].prior / sum, 1e-8);
        assert_close(mean_of(values, DENSE) + autoregression.center[m], fit[m].center, 1e-10);
        assert_close(autoregression.error[m], fit[m].error, 1e-8);
        double off = mean_of(values, DENSE) - fit[m].center;
        chance += fit[m].prior / sum *
                  (gsl_cdf_tdist_P((off + half) / fit[m].error, DENSE - 1) -
                   gsl_cdf_tdist_P((off - half) / fit[m].error, DENSE - 1));
    }
    assert_close(chance, 0.95, 1e-7);
}

struct held {
    double covered, found, width; // of all drawings; relative to that of independent blocks
};

static struct held hold(double correlation, double drift, size_t n, int drawings)
{
    struct held held = {0};
    struct stream stream = stream_from(n);
    double values[BLOCKS_MOST];
    for (int k = 0; k < drawings; k++) {
        draw(&stream, correlation, drift, values, n);
        struct autoregression autoregression = autoregression_of(values, n, 0);
        double half = half_width(&autoregression, values, n);
        held.covered += (fabs(mean_of(values, n) - 50) <= half) / (double)drawings;
        held.found += autoregression.found / (double)drawings;
        held.width += sqrt((double)n / autoregression_effective(&autoregression, 0.95)) / drawings;
    }
    return held;
}

// The standard error of a coverage of .95 is .0056.
static void test_coverage(void **state)
{
    (void)state;
    static const size_t blocks[] = {20, 30, 100};
    for (size_t k = 0; k < 3; k++) {
        struct held independent = hold(0, 0, blocks[k], 1500);
        struct held dependent = hold(0.8, 0, blocks[k], 1500);
        struct held drifting = hold(0, 3, blocks[k], 1500);
        if (independent.covered < 0.93 || independent.covered > 0.975 || independent.found > 0.13 ||
            independent.width > 1.4)
            fail_msg("%zu independent blocks: covered %g, found %g, width %g", blocks[k],
                     independent.covered, independent.found, independent.width);
        if (dependent.covered < 0.93 || dependent.found < 0.92)
            fail_msg("%zu dependent blocks: covered %g, found %g", blocks[k], dependent.covered,
                     dependent.found);
        if (drifting.covered < 0.98 || drifting.found < 0.7)
            fail_msg("%zu drifting blocks: covered %g, found %g", blocks[k], drifting.covered,
                     drifting.found);
    }
}

static void test_confidence(void **state)
{
    (void)state;
    double values[40];
    struct stream stream = stream_from(2);
    draw(&stream, 0.8, 0, values, 40);
    struct autoregression autoregression = autoregression_of(values, 40, 0);
    assert_true(autoregression.found);
    double narrow = autoregression_effective(&autoregression, 0.9),
           wide = autoregression_effective(&autoregression, 0.999);
    assert_true(wide < narrow && narrow < 40 && wide > 0);
}

// The chance that t of 39 degrees of freedom, at each model's center and error, lies beyond `half`.
static double chance_beyond(const struct autoregression *autoregression, double half)
{
    double chance = 0;
    for (int m = 0; m < AUTOREGRESSION_MODELS; m++) {
        double center = autoregression->center[m], error = autoregression->error[m];
        chance += autoregression->weight[m] * (gsl_cdf_tdist_Q((half - center) / error, 39) +
                                               gsl_cdf_tdist_P((-half - center) / error, 39));
    }
    return chance;
}

// Also of values so large that a bound on the half-width in their unit would be too small.
static void test_half_width(void **state)
{
    (void)state;
    static const double confidences[] = {0.5, 0.9, 0.99, 0.9999};
    for (uint64_t seed = 0; seed < 60; seed++) {
        double values[40];
        struct stream stream = stream_from(seed);
        draw(&stream, 0.97, 10, values, 40);
        for (int i = 0; i < 40; i++)
            values[i] *= (double[]){1, 1e6, 1e-9}[seed % 3];
        struct autoregression autoregression = autoregression_of(values, 40, 0);
        assert_true(autoregression.found);
        for (int k = 0; k < 4; k++) {
            double beyond = 1 - confidences[k],
                   plain = autoregression.plain * student_t(1 - beyond, 39);
            double half =
                plain * sqrt(40 / autoregression_effective(&autoregression, confidences[k]));
            assert_true(half > plain);
            assert_close(chance_beyond(&autoregression, half), beyond,
                         2e-5); // it skips weights of 1e-9
        }
    }
}

static double chance_of_model(double half, double center, double error)
{
    return gsl_cdf_tdist_Q((half - center) / error, 39) +
           gsl_cdf_tdist_P((-half - center) / error, 39);
}

// Of one model, of two, and of one that weighs next to nothing; in units small and large. Where all
// of the chance lies far out, it grows at last, as a regula falsi does not expect.
static void test_half_width_of_models(void **state)
{
    (void)state;
    static const struct {
        double weight, center, error, other_weight, other_error;
    } models[] = {{1, 30, 1, 0, 1},
                  {1, -9, 3, 0, 1},
                  {0.7, 0, 2, 0.3, 500},
                  {0.99, 4, 5, 0.01, 3000},
                  {1 - 9e-10, 0, 2, 9e-10, 1},
                  {1, 0.5, 100, 0, 1}};
    static const double units[] = {1e-9, 1, 1e9}, chances[] = {0.5, 0.05, 1e-4, 1e-6};
    for (size_t i = 0; i < 6 * 3 * 4; i++) {
        double unit = units[i / 6 % 3], beyond = chances[i / 18];
        struct autoregression autoregression = {.found = true, .blocks = 40, .plain = unit};
        autoregression.weight[0] = models[i % 6].weight;
        autoregression.center[0] = models[i % 6].center * unit;
        autoregression.error[0] = models[i % 6].error * unit;
        autoregression.weight[AUTOREGRESSION_MODELS - 1] = models[i % 6].other_weight;
        autoregression.error[AUTOREGRESSION_MODELS - 1] = models[i % 6].other_error * unit;
        double effective = autoregression_effective(&autoregression, 1 - beyond);
        double half = student_t(1 - beyond, 39) * sqrt(40 / effective);
        double chance = models[i % 6].weight *
                            chance_of_model(half, models[i % 6].center, models[i % 6].error) +
                        models[i % 6].other_weight *
                            (models[i % 6].other_weight < 1e-9
                                 ? 1
                                 : chance_of_model(half, 0, models[i % 6].other_error));
        assert_close(chance, beyond, 2e-7);
    }
}

// An interval is not narrower than that of independent blocks, and has limits where a model that is
// hardly possible leaves none.
static void test_half_width_is_bounded(void **state)
{
    (void)state;
    struct autoregression autoregression = {.found = true, .blocks = 40, .plain = 3};
    autoregression.weight[1] = 1 - 9e-10;
    autoregression.weight[2] = 9e-10;
    autoregression.error[1] = 2;
    assert_close(autoregression_effective(&autoregression, 0.95), 40, 1e-15);
    double beyond = autoregression_effective(&autoregression, 1 - 1e-10);
    assert_in_range(1e12 * beyond, 10, 40);
    autoregression.plain = 3e7;
    autoregression.error[1] = 2e7;
    assert_close(autoregression_effective(&autoregression, 1 - 1e-10), beyond, 1e-12);
}

static void test_invariance(void **state)
{
    (void)state;
    double values[50], other[50];
    struct stream stream = stream_from(3);
    draw(&stream, 0.7, 0, values, 50);
    for (int i = 0; i < 50; i++)
        other[i] = 1e6 - 3e-3 * values[49 - i];
    struct autoregression one = autoregression_of(values, 50, 0),
                          two = autoregression_of(other, 50, 0);
    assert_true(one.found && two.found);
    assert_close(autoregression_effective(&one, 0.95), autoregression_effective(&two, 0.95), 1e-5);
}

static void test_not_found(void **state)
{
    (void)state;
    double values[40];
    for (int i = 0; i < 40; i++)
        values[i] = i % 2; // neighbours differ
    struct autoregression autoregression = autoregression_of(values, 40, 0);
    assert_false(autoregression.found);
    assert_true(autoregression.odds < 1);
    assert_true(autoregression_effective(&autoregression, 0.95) == 40);
    for (int i = 0; i < 40; i++)
        values[i] = i;
    assert_true(autoregression_of(values, 40, 0).found);
    assert_false(autoregression_of(values, AUTOREGRESSION_BLOCKS_LEAST - 1, 0).found);
    for (int i = 0; i < 40; i++)
        values[i] = 7;
    autoregression = autoregression_of(values, 40, 0);
    assert_false(autoregression.found);
    assert_true(autoregression_effective(&autoregression, 0.95) == 40);
}

// Of what does not tell (a weight of 1 for independence) there is no model to find.
static void independent_series_depend_both_or_neither(void **state)
{
    (void)state;
    static const struct {
        double odds[2], independent[2];
        bool found[2];
    } cases[] = {
        {{2, 0.4}, {0.2, 0.6}, {false, false}}, {{0.4, 2}, {0.6, 0.2}, {false, false}},
        {{2, 0.5}, {0.2, 0.6}, {true, true}},   {{0.2, 6}, {0.7, 0.1}, {true, true}},
        {{1, 2}, {1, 0.2}, {false, true}},      {{2, 1}, {0.2, 1}, {true, false}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int before = 0; before < 2; before++) {
            struct autoregression one = {
                .odds = cases[i].odds[0], .weight = {cases[i].independent[0]}, .found = before};
            struct autoregression other = {
                .odds = cases[i].odds[1], .weight = {cases[i].independent[1]}, .found = !before};
            autoregression_agree(&one, &other);
            assert_int_equal(one.found, cases[i].found[0]);
            assert_int_equal(other.found, cases[i].found[1]);
        }
}

int tests_of_autoregression(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_dense),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_confidence),
        cmocka_unit_test(test_half_width),
        cmocka_unit_test(test_half_width_of_models),
        cmocka_unit_test(test_half_width_is_bounded),
        cmocka_unit_test(test_invariance),
        cmocka_unit_test(test_not_found),
        cmocka_unit_test(independent_series_depend_both_or_neither),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
