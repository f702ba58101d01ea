// The posterior of the correlation of neighbours, and the interval of the mean that follows from
// it.
#include "stats/dependence.h"

#include "stats/interval.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static const double INDEPENDENT = 0.8;       // prior probability
static const double CORRELATION_MOST = 0.99; // below 1, a random walk, which has no mean

// All that the likelihood takes of the values, about their mean.
struct sums {
    double n;
    double squares, products; // products of neighbours
    double ends, end_squares; // of the first and the last
};

static struct sums sums_of(const double *values, size_t count, double mean)
{
    struct sums sums = {.n = (double)count};
    for (size_t i = 0; i < count; i++) {
        double off = values[i] - mean;
        sums.squares += off * off;
        sums.products += i > 0 ? off * (values[i - 1] - mean) : 0;
    }
    double first = values[0] - mean, last = values[count - 1] - mean;
    sums.ends = first + last;
    sums.end_squares = first * first + last * last;
    return sums;
}

// 0, then 1 - u² with u in the middles of equal steps.
static double grid_correlation(int g)
{
    if (g == 0)
        return 0;
    double least = sqrt(1 - CORRELATION_MOST);
    double u = least + (1 - least) * (g - 0.5) / (DEPENDENCE_CORRELATIONS - 1);
    return 1 - u * u;
}

// Generalised least squares of the mean given the correlation r; returns the logarithm of the
// restricted likelihood. The inverse of the correlation matrix, times 1 - r², has 1 + r² on its
// diagonal (1 at both ends) and -r beside it.
static double fit(struct dependence *dependence, const struct sums *sums, int g)
{
    double r = grid_correlation(g), n = sums->n;
    double precision = (1 - r) * (n * (1 - r) + 2 * r);
    double center = (1 - r) * r * sums->ends / precision;
    double whole =
        sums->squares + r * r * (sums->squares - sums->end_squares) - 2 * r * sums->products;
    double rest = whole - center * center * precision;
    dependence->center[g] = center;
    dependence->error[g] = sqrt(rest / (n - 1) / precision);
    return 0.5 * log(1 - r * r) - 0.5 * log(precision) - 0.5 * (n - 1) * log(rest);
}

// Weights by the likelihoods and the prior.
static void weigh(struct dependence *dependence, const double *logs)
{
    double prior = (1 - INDEPENDENT) / (DEPENDENCE_CORRELATIONS - 1), dependent = 0, sum = 0;
    double most = logs[0];
    for (int g = 1; g < DEPENDENCE_CORRELATIONS; g++)
        most = fmax(most, logs[g]);
    for (int g = 0; g < DEPENDENCE_CORRELATIONS; g++) {
        dependence->weight[g] = exp(logs[g] - most) * (g == 0 ? INDEPENDENT : prior);
        sum += dependence->weight[g];
        dependent += g == 0 ? 0 : dependence->weight[g];
        dependence->correlation += grid_correlation(g) * dependence->weight[g];
    }
    dependence->odds =
        dependent / (1 - INDEPENDENT) * INDEPENDENT / fmax(dependence->weight[0], 1e-300);
    dependence->found = dependence->odds >= 1;
    dependence->correlation = dependence->found ? dependence->correlation / dependent : 0;
    for (int g = 0; g < DEPENDENCE_CORRELATIONS; g++)
        dependence->weight[g] /= sum;
}

struct dependence dependence_of(const double *values, size_t count)
{
    struct dependence dependence = {.blocks = count, .odds = 1, .weight = {1}};
    if (count < 2)
        return dependence;
    struct moments moments = {0};
    moments_add(&moments, values, count);
    dependence.plain = sqrt(moments.squares / ((double)count - 1) / (double)count);
    if (count < DEPENDENCE_BLOCKS_LEAST || moments.squares <= 0)
        return dependence;
    struct sums sums = sums_of(values, count, moments_mean(&moments));
    double logs[DEPENDENCE_CORRELATIONS];
    for (int g = 0; g < DEPENDENCE_CORRELATIONS; g++)
        logs[g] = fit(&dependence, &sums, g);
    weigh(&dependence, logs);
    return dependence;
}

// The chance that the mean lies within Ȳ ± half.
static double chance_within(const struct dependence *dependence, double half)
{
    double chance = 0, df = (double)dependence->blocks - 1;
    for (int g = 0; g < DEPENDENCE_CORRELATIONS; g++) {
        if (dependence->weight[g] < 1e-9)
            continue;
        double error = dependence->error[g], center = dependence->center[g];
        chance += dependence->weight[g] * (gsl_cdf_tdist_P((half - center) / error, df) -
                                           gsl_cdf_tdist_P((-half - center) / error, df));
    }
    return chance;
}

// The half-width that has the confidence, by regula falsi with Illinois's halving; it lies above
// `low`, or is that.
static double half_width(const struct dependence *dependence, double confidence, double low)
{
    double high = 2 * low, below = chance_within(dependence, low) - confidence, above = 0;
    while ((above = chance_within(dependence, high) - confidence) < 0 && high < 1e6 * low)
        high *= 2;
    double off = below, middle = low;
    for (int i = 0; below < 0 && i < 100 && fabs(off) > 1e-7 * (1 - confidence); i++) {
        middle = (low * above - high * below) / (above - below);
        double before = off;
        off = chance_within(dependence, middle) - confidence;
        bool same = i > 0 && (before < 0) == (off < 0);
        if (off < 0) {
            low = middle, below = off;
            above /= same ? 2 : 1;
        } else {
            high = middle, above = off;
            below /= same ? 2 : 1;
        }
    }
    return middle;
}

double dependence_effective(const struct dependence *dependence, double confidence)
{
    double n = (double)dependence->blocks;
    if (!dependence->found)
        return n;
    double plain = student_t(confidence, n - 1) * dependence->plain;
    double ratio = plain / half_width(dependence, confidence, plain);
    return n * ratio * ratio;
}
