// The posterior of the models of autoregression, and the interval of the mean that follows from it.
#include "stats/autoregression.h"

#include "stats/interval.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

static const double INDEPENDENT = 0.3;       // prior probability
static const double CORRELATION_MOST = 0.99; // below 1, a random walk, which has no mean
static const double NOISE_MOST = 0.9;

// Shares of the variance, beyond the known noise, that are noise all the same: prior probabilities.
static const struct {
    double share, prior;
} NOISES[AUTOREGRESSION_NOISES] = {{0, 0.6}, {0.25, 0.3}, {0.5, 0.1}};

// Values about their mean.
struct series {
    const double *values;
    size_t count;
    double mean, variance;
    double noise; // variance that is known to be noise
};

struct model {
    double correlation; // of the part that is not noise
    double noise;       // share of the variance that is not known to be noise; of all once fitted
    double prior;
};

// Correlations are 1 - u² with u in the middles of equal steps.
static struct model model_at(int m)
{
    if (m == 0)
        return (struct model){.prior = INDEPENDENT};
    int at = (m - 1) / AUTOREGRESSION_NOISES, k = (m - 1) % AUTOREGRESSION_NOISES;
    double least = sqrt(1 - CORRELATION_MOST);
    double u = least + (1 - least) * (at + 0.5) / AUTOREGRESSION_CORRELATIONS;
    return (struct model){
        .correlation = 1 - u * u,
        .noise = NOISES[k].share,
        .prior = (1 - INDEPENDENT) / AUTOREGRESSION_CORRELATIONS * NOISES[k].prior,
    };
}

// Products with the inverse V⁻¹ of the correlation matrix of a model: 1'V⁻¹1, 1'V⁻¹d, d'V⁻¹d.
struct products {
    double ones, cross, squares;
    double log_determinant;
};

// By the innovations of a Kalman filter of the deviations, and of ones.
static struct products products_of(const struct series *series, const struct model *model)
{
    struct products products = {0};
    double r = model->correlation, signal = 1 - model->noise, spread = signal;
    double expected = 0, expected_one = 0;
    for (size_t i = 0; i < series->count; i++) {
        double variance = spread + model->noise, gain = spread / variance;
        double off = series->values[i] - series->mean - expected, one = 1 - expected_one;
        products.ones += one * one / variance;
        products.cross += one * off / variance;
        products.squares += off * off / variance;
        products.log_determinant += log(variance);
        expected = r * (expected + gain * off);
        expected_one = r * (expected_one + gain * one);
        spread = r * r * spread * (1 - gain) + (1 - r * r) * signal;
    }
    return products;
}

// Generalised least squares of the mean given the model; returns the logarithm of the restricted
// likelihood. The second round knows the variance that the noise is a part of: dependent values
// lie closer together than that.
static double fit(struct autoregression *autoregression, const struct series *series,
                  struct model *model, int m)
{
    struct products products = {0};
    double freedom = (double)series->count - 1, variance = series->variance, unknown = model->noise;
    for (int round = 0; round < 2; round++) {
        double known = fmin(series->noise / variance, NOISE_MOST);
        model->noise = known + (1 - known) * unknown;
        products = products_of(series, model);
        variance = (products.squares - products.cross * products.cross / products.ones) / freedom;
    }
    autoregression->center[m] = products.cross / products.ones;
    autoregression->error[m] = sqrt(variance / products.ones);
    return -0.5 * products.log_determinant - 0.5 * log(products.ones) -
           0.5 * freedom * log(variance);
}

// Weights by the likelihoods and the prior.
static void weigh(struct autoregression *autoregression, const struct model *models,
                  const double *logs)
{
    double dependent = 0, most = gsl_stats_max(logs, 1, AUTOREGRESSION_MODELS);
    for (int m = 0; m < AUTOREGRESSION_MODELS; m++) {
        autoregression->weight[m] = exp(logs[m] - most) * models[m].prior;
        dependent += m > 0 ? autoregression->weight[m] : 0;
    }
    double independent = autoregression->weight[0];
    autoregression->odds = dependent / (1 - INDEPENDENT) * INDEPENDENT / fmax(independent, 1e-300);
    autoregression->found = autoregression->odds >= 1;
    for (int m = 0; m < AUTOREGRESSION_MODELS; m++)
        autoregression->weight[m] /= independent + dependent;
}

struct autoregression autoregression_of(const double *values, size_t count, double noise)
{
    struct autoregression autoregression = {.blocks = count, .odds = 1, .weight = {1}};
    if (count < 2)
        return autoregression;
    struct moments moments = {0};
    moments_add(&moments, values, count);
    double variance = moments.squares / ((double)count - 1);
    autoregression.plain = sqrt(variance / (double)count);
    if (count < AUTOREGRESSION_BLOCKS_LEAST || variance <= 0)
        return autoregression;
    struct series series = {values, count, moments_mean(&moments), variance, noise};
    struct model models[AUTOREGRESSION_MODELS];
    double logs[AUTOREGRESSION_MODELS];
    for (int m = 0; m < AUTOREGRESSION_MODELS; m++) {
        models[m] = model_at(m);
        logs[m] = fit(&autoregression, &series, &models[m], m);
    }
    weigh(&autoregression, models, logs);
    return autoregression;
}

void autoregression_agree(struct autoregression *one, struct autoregression *other)
{
    bool found = one->odds * other->odds >= 1;
    one->found = found && one->weight[0] < 1; // else it has no model of dependence
    other->found = found && other->weight[0] < 1;
}

// Student's t distribution by its finite sum [Abramowitz, Stegun 1972, 26.7.3, 26.7.4]: ten times
// as fast as GSL's, which is for any number of degrees of freedom, and a half-width takes a
// thousand of these.
static double student_p(double t, size_t df)
{
    if (df > 200)
        return gsl_cdf_tdist_P(t, (double)df);
    double whole = (double)df + t * t, sine = t / sqrt(whole), square = (double)df / whole;
    bool odd = df % 2 == 1;
    double term = odd ? sqrt(square) : 1, sum = df == 1 ? 0 : term;
    for (size_t k = odd ? 3 : 2; k + 2 <= df; k += 2) {
        term *= (double)(k - 1) / (double)k * square;
        sum += term;
    }
    double within = sine * sum;
    if (odd)
        within = M_2_PI * (asin(sine) + within);
    return (1 + within) / 2;
}

// The chance that the mean lies beyond Ȳ ± half. Models that weigh next to nothing count as beyond.
static double chance_beyond(const struct autoregression *autoregression, double half)
{
    double chance = 0;
    size_t df = autoregression->blocks - 1;
    for (int m = 0; m < AUTOREGRESSION_MODELS; m++) {
        double weight = autoregression->weight[m], center = autoregression->center[m];
        double error = autoregression->error[m];
        chance += weight < 1e-9 ? weight
                                : weight * (student_p((-half - center) / error, df) +
                                            student_p((center - half) / error, df));
    }
    return chance;
}

// The half-width beyond which the mean lies with this chance, by regula falsi with Illinois's
// halving; at least `low`, and bounded.
static double half_width(const struct autoregression *autoregression, double chance, double low)
{
    double most = 1e6 * low, high = low, below = 0;
    double above = chance_beyond(autoregression, high) - chance, off = above;
    while (above > 0 && high < most) {
        low = high, below = above;
        high *= 2;
        above = off = chance_beyond(autoregression, high) - chance;
    }
    double middle = high;
    while (above < 0 && high - low > 1e-12 * high && fabs(off) > 1e-7 * chance) {
        middle = (low * above - high * below) / (above - below);
        double before = off;
        off = chance_beyond(autoregression, middle) - chance;
        bool same = (before > 0) == (off > 0);
        if (off > 0) {
            low = middle, below = off;
            above /= same ? 2 : 1;
        } else {
            high = middle, above = off;
            below /= same ? 2 : 1;
        }
    }
    return middle;
}

double autoregression_effective(const struct autoregression *autoregression, double confidence)
{
    double n = (double)autoregression->blocks;
    if (!autoregression->found)
        return n;
    double plain = student_t(confidence, n - 1) * autoregression->plain;
    double ratio = plain / half_width(autoregression, 1 - confidence, plain);
    return n * ratio * ratio;
}
