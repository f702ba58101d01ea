// A product partition model of the commits' levels, summed by a forward and a backward recursion.
#include "stats/bisection/posterior.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

// Values of the noise and of the commits' scatter, over whose posterior all is summed.
enum { NOISES = 10, SCATTERS = 4, PAIRS = NOISES * SCATTERS };

static const double least = 1e-6; // a standard deviation is no smaller

// How much more than the model's deviation commits differ although nothing happened, and with what
// probability before any is measured.
static const struct {
    double times, prior;
} scatters[SCATTERS] = {{1, 0.9}, {2, 0.05}, {3.5, 0.03}, {6, 0.02}};

// The recursion for one value of the noise and one of the scatter. Arrays are by point.
struct recursion {
    struct step_model model;
    const struct measured_commit *measured;
    size_t count, width;
    double noise;
    double *entered, *passed;   // log P of a step, and of none, in the gap before the point
    double *likelihoods;        // log, by segment
    double *forward, *backward; // log, of the points up to one, and from one on
};

static double square(double x)
{
    return x * x;
}

static double log_sum(double a, double b)
{
    double most = fmax(a, b);
    return isinf(most) ? most : most + log1p(exp(fmin(a, b) - most));
}

// ---- Levels

struct level_sums {
    double precision, weighted, squares, logs;
};

static double variance_of(const struct step_model *model, const struct measured_commit *commit,
                          double noise)
{
    double block = commit->identical ? 0 : square(noise) / (double)commit->blocks;
    return block + square(fmax(model->deviation, least));
}

static void add_commit(struct level_sums *sums, const struct step_model *model,
                       const struct measured_commit *commit, double noise)
{
    double variance = variance_of(model, commit, noise);
    double mean = commit->identical ? 0 : commit->mean;
    sums->precision += 1 / variance;
    sums->weighted += mean / variance;
    sums->squares += mean * mean / variance;
    sums->logs += log(variance);
}

// The level of the first segment is that of the reference.
static double prior_variance(const struct step_model *model, size_t first)
{
    return square(fmax(first ? model->scale : model->deviation, least));
}

static struct segment level_of(const struct level_sums *sums, double prior)
{
    double precision = sums->precision + 1 / prior;
    return (struct segment){.level = sums->weighted / precision, .error = sqrt(1 / precision)};
}

static double log_likelihood(const struct level_sums *sums, double prior)
{
    return -0.5 * (sums->logs + log1p(prior * sums->precision) + sums->squares -
                   square(sums->weighted) / (sums->precision + 1 / prior));
}

struct segment step_level(const struct step_posterior *posterior, size_t first, size_t last)
{
    struct level_sums sums = {0};
    for (size_t i = first ? first : 1; i <= last; i++)
        add_commit(&sums, &posterior->model, &posterior->measured[i - 1], posterior->noise);
    return level_of(&sums, prior_variance(&posterior->model, first));
}

// ---- The recursions

static void set_likelihoods(struct recursion *recursion)
{
    const struct step_model *model = &recursion->model;
    for (size_t first = 0; first < recursion->width; first++) {
        struct level_sums sums = {0};
        double passed = 0;
        for (size_t last = first; last < recursion->width; last++) {
            if (last > first)
                passed += recursion->passed[last];
            if (last > 0)
                add_commit(&sums, model, &recursion->measured[last - 1], recursion->noise);
            recursion->likelihoods[first * recursion->width + last] =
                passed + log_likelihood(&sums, prior_variance(model, first));
        }
    }
}

static double before(const struct recursion *recursion, size_t first)
{
    return first ? recursion->forward[first - 1] + recursion->entered[first] : 0;
}

static double behind(const struct recursion *recursion, size_t last)
{
    return last < recursion->count ? recursion->entered[last + 1] + recursion->backward[last + 1]
                                   : 0;
}

static double joint(const struct recursion *recursion, size_t first, size_t last)
{
    return before(recursion, first) + recursion->likelihoods[first * recursion->width + last] +
           behind(recursion, last);
}

// Returns the logarithm of the marginal likelihood.
static double recur(struct recursion *recursion, double noise, double deviation)
{
    recursion->noise = noise;
    recursion->model.deviation = deviation;
    set_likelihoods(recursion);
    for (size_t last = 0; last < recursion->width; last++) {
        recursion->forward[last] = -INFINITY;
        for (size_t first = 0; first <= last; first++)
            recursion->forward[last] = log_sum(
                recursion->forward[last],
                before(recursion, first) + recursion->likelihoods[first * recursion->width + last]);
    }
    for (size_t first = recursion->width; first-- > 0;) {
        recursion->backward[first] = -INFINITY;
        for (size_t last = first; last < recursion->width; last++)
            recursion->backward[first] = log_sum(
                recursion->backward[first],
                recursion->likelihoods[first * recursion->width + last] + behind(recursion, last));
    }
    return recursion->forward[recursion->count];
}

// Each commit is a step with the same probability, such that all together are none with one half.
static struct recursion recursion_of(struct arena *arena, const struct step_model *model,
                                     const struct measured_commit *measured, size_t count)
{
    struct recursion recursion = {
        .model = *model, .measured = measured, .count = count, .width = count + 1};
    recursion.entered = arena_new_array(arena, double, 4 * recursion.width);
    recursion.passed = recursion.entered + recursion.width;
    recursion.forward = recursion.passed + recursion.width;
    recursion.backward = recursion.forward + recursion.width;
    recursion.likelihoods = arena_new_array(arena, double, recursion.width *recursion.width);
    for (size_t i = 1; i < recursion.width; i++) {
        size_t commits = measured[i - 1].commit - (i > 1 ? measured[i - 2].commit : 0);
        recursion.passed[i] = -log(2) * (double)commits / (double)model->commits;
        recursion.entered[i] = log(-expm1(recursion.passed[i]));
    }
    return recursion;
}

// ---- The posterior

static double within(double margin, const struct segment *level)
{
    return gsl_cdf_ugaussian_P((margin - level->level) / level->error) -
           gsl_cdf_ugaussian_P((-margin - level->level) / level->error);
}

static void add(struct step_posterior *posterior, const struct recursion *recursion, double weight,
                double marginal)
{
    for (size_t first = 0; first < recursion->width; first++)
        for (size_t last = first; last < recursion->width; last++) {
            double probability = weight * exp(joint(recursion, first, last) - marginal);
            const struct segment *segment = segment_of(posterior, first, last);
            posterior->segments[first * recursion->width + last].probability += probability;
            if (first)
                posterior->steps[first - 1] += probability;
            if (last == recursion->count)
                posterior->unchanged +=
                    probability * (first ? within(posterior->model.margin, segment) : 1);
        }
}

static void set_noise(struct step_posterior *posterior)
{
    double squares = 0;
    for (size_t i = 0; i < posterior->count; i++)
        if (posterior->measured[i].blocks > 1 && !posterior->measured[i].identical) {
            squares += posterior->measured[i].squares;
            posterior->freedom += (double)posterior->measured[i].blocks - 1;
        }
    posterior->noise = posterior->freedom > 0 ? fmax(sqrt(squares / posterior->freedom), least)
                                              : posterior->model.scale;
}

// GSL's inverse does not converge with many degrees of freedom; Wilson and Hilferty's does.
static double chi_square(double chance, double freedom)
{
    double z = gsl_cdf_ugaussian_Pinv(chance), spread = 2 / (9 * freedom);
    return freedom < 500 ? gsl_cdf_chisq_Pinv(chance, freedom)
                         : freedom * pow(1 - spread + z * sqrt(spread), 3);
}

// Quantiles of the noise's posterior given the pooled variance: those of the normal distribution at
// whole numbers from far out where the noise is large, weighted by its density.
static double normal_at(size_t index)
{
    return (double)index - 6;
}

static double noise_at(const struct step_posterior *posterior, size_t index)
{
    double freedom = posterior->freedom;
    if (freedom < 1)
        return posterior->noise;
    return posterior->noise *
           sqrt(freedom / chi_square(gsl_cdf_ugaussian_P(normal_at(index)), freedom));
}

static double scatter_at(const struct step_model *model, size_t index)
{
    return scatters[index].times * fmax(model->deviation, least);
}

static double recur_at(struct recursion *recursion, const struct step_posterior *posterior,
                       const struct step_model *model, size_t i)
{
    return recur(recursion, noise_at(posterior, i % NOISES), scatter_at(model, i / NOISES));
}

struct step_posterior step_posterior_of(struct arena *arena, const struct step_model *model,
                                        const struct measured_commit *measured, size_t count)
{
    struct step_posterior posterior = {
        .model = *model,
        .measured = measured,
        .count = count,
        .steps = arena_new_array(arena, double, count + 1),
        .segments = arena_new_array(arena, struct segment, (count + 1) * (count + 1))};
    struct recursion recursion = recursion_of(arena, model, measured, count);
    double logs[PAIRS], marginal[PAIRS], total = -INFINITY, squares = 0;
    set_noise(&posterior);
    for (size_t i = 0; i < PAIRS; i++) {
        marginal[i] = recur_at(&recursion, &posterior, model, i);
        logs[i] =
            marginal[i] - 0.5 * square(normal_at(i % NOISES)) + log(scatters[i / NOISES].prior);
        total = log_sum(total, logs[i]);
    }
    for (size_t i = 0; i < PAIRS; i++)
        squares += exp(logs[i] - total) * square(scatter_at(model, i / NOISES));
    posterior.model.deviation = sqrt(squares);
    for (size_t first = 0; first <= count; first++)
        for (size_t last = first; last <= count; last++)
            posterior.segments[first * (count + 1) + last] = step_level(&posterior, first, last);
    for (size_t i = 0; i < PAIRS; i++) {
        (void)recur_at(&recursion, &posterior, model, i);
        add(&posterior, &recursion, exp(logs[i] - total), marginal[i]);
    }
    return posterior;
}
