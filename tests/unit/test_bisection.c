// The posterior of steps against sums over every set of steps, with integrals by the trapezoidal
// rule.
#include "stats/bisection/information.h"
#include "stats/bisection/posterior.h"

#include "testing.h"

#include <math.h>

enum { GRID = 400, COMMITS = 6, WIDTH = 16 }; // of the grid, in standard deviations

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.6g is not %.6g", value, expected);
}

// But for a constant factor.
static double normal(double x, double mean, double deviation)
{
    double z = (x - mean) / deviation;
    return exp(-0.5 * z * z) / deviation;
}

static double deviation_of(const struct step_model *model, const struct measured_commit *commit,
                           double noise)
{
    return sqrt(noise * noise / (double)commit->blocks + model->deviation * model->deviation);
}

// The density of the means of the commits first to last - 1 of a segment.
static double density(const struct step_model *model, const struct measured_commit *measured,
                      size_t first, size_t last, bool of_reference, double noise)
{
    double prior = of_reference ? model->deviation : model->scale, sum = 0;
    for (size_t k = 0; k <= GRID; k++) {
        double level = prior * WIDTH * ((double)k / GRID - 0.5), product = normal(level, 0, prior);
        for (size_t i = first; i < last; i++)
            product *= normal(measured[i].mean, level, deviation_of(model, &measured[i], noise));
        sum += product;
    }
    return sum * prior * WIDTH / GRID / sqrt(2 * M_PI);
}

// The probability of every step, by all sets of steps, times that of what was measured; each bit is
// a commit.
static double enumerate_sets(const struct step_model *model, const struct measured_commit *measured,
                             size_t count, double noise, double *steps)
{
    double total = 0, single = 1 - pow(0.5, 1.0 / (double)model->commits);
    for (unsigned set = 0; set < 1U << model->commits; set++) {
        double product = 1;
        size_t first = 0, before = 0;
        bool of_reference = true, stepped[COMMITS] = {false};
        for (size_t commit = 1; commit <= model->commits; commit++)
            product *= set & (1U << (commit - 1)) ? single : 1 - single;
        for (size_t i = 0; i < count; i++) {
            for (size_t commit = before + 1; commit <= measured[i].commit; commit++)
                stepped[i] = stepped[i] || (set & (1U << (commit - 1)));
            if (stepped[i]) {
                product *= density(model, measured, first, i, of_reference, noise);
                first = i;
                of_reference = false;
            }
            before = measured[i].commit;
        }
        product *= density(model, measured, first, count, of_reference, noise);
        total += product;
        for (size_t i = 0; i < count; i++)
            steps[i] += stepped[i] ? product : 0;
    }
    return total;
}

// Commits may scatter more than the model's deviation.
static double enumerate(const struct step_model *model, const struct measured_commit *measured,
                        size_t count, double noise, double *steps)
{
    static const double times[] = {1, 2, 3.5, 6}, prior[] = {0.9, 0.05, 0.03, 0.02};
    double total = 0;
    for (int k = 0; k < 4; k++) {
        struct step_model own = *model;
        double weighed[COMMITS] = {0};
        own.deviation *= times[k];
        total += prior[k] * enumerate_sets(&own, measured, count, noise, weighed);
        for (size_t i = 0; i < count; i++)
            steps[i] += prior[k] * weighed[i];
    }
    for (size_t i = 0; i < count; i++)
        steps[i] /= total;
    return total;
}

static const struct step_model small = {
    .commits = COMMITS, .scale = 0.05, .deviation = 0.002, .margin = 0.01};

// A noise that is as good as known.
static struct measured_commit known(size_t commit, size_t blocks, double mean)
{
    return (struct measured_commit){commit, blocks, mean, 1e-4 * ((double)blocks - 1),
                                    .identical = false};
}

static void test_steps_against_enumeration(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct measured_commit measured[] = {known(1, 20001, 0.0005), known(3, 20001, 0.004),
                                               known(4, 20001, 0.012), known(6, 20001, 0.015)};
    double expected[COMMITS] = {0};
    struct step_posterior posterior = step_posterior_of(&arena, &small, measured, 4);
    enumerate(&small, measured, 4, 0.01, expected);
    assert_near(posterior.noise, 0.01, 1e-9);
    for (size_t i = 0; i < 4; i++)
        assert_near(posterior.steps[i], expected[i], 2e-3);
    arena_release(&arena);
}

// Few blocks: the noise is integrated over its posterior. What it may be with little probability
// counts most where the mean lies far out: without it, 99.6 % would be claimed at 99.2 %.
static void assert_unknown_noise(size_t blocks, double mean)
{
    struct arena arena = {0};
    const double squares = 1e-4 * ((double)blocks - 1);
    const struct measured_commit measured[] = {{6, blocks, mean, squares, .identical = false}};
    double step = 0, none = 0;
    for (double log_noise = -7; log_noise < 0; log_noise += 0.05) {
        double noise = exp(log_noise), steps[COMMITS] = {0};
        double chance = pow(noise, 1 - (double)blocks) * exp(-squares / (2 * noise * noise));
        double total = chance * enumerate(&small, measured, 1, noise, steps);
        step += steps[0] * total;
        none += (1 - steps[0]) * total;
    }
    struct step_posterior posterior = step_posterior_of(&arena, &small, measured, 1);
    assert_near(log(posterior.steps[0] / (1 - posterior.steps[0])), log(step / none), 0.06);
    arena_release(&arena);
}

static void test_unknown_noise(void **state)
{
    (void)state;
    assert_unknown_noise(10, 0.008);
    assert_unknown_noise(10, 0.02);
    assert_unknown_noise(10, 0.04);
    assert_unknown_noise(4, 0.04);
}

static void assert_add_up(const struct step_posterior *posterior)
{
    for (size_t point = 0; point <= posterior->count; point++) {
        double sum = 0, begun = 0;
        for (size_t last = point; last <= posterior->count; last++) {
            begun += segment_of(posterior, point, last)->probability;
            for (size_t first = 0; first <= point; first++)
                sum += segment_of(posterior, first, last)->probability;
        }
        assert_near(sum, 1, 1e-9);
        if (point > 0)
            assert_near(posterior->steps[point - 1], begun, 1e-9);
    }
}

static void test_probabilities_add_up(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct step_model model = {10000, 0.05, 0.001, 0.005};
    const struct measured_commit measured[] = {{2500, 8, 0.001, 7e-4, .identical = false},
                                               {5000, 8, 0.031, 7e-4, .identical = false},
                                               {7500, 0, 0, 0, .identical = true},
                                               {10000, 12, 0.029, 11e-4, .identical = false}};
    struct step_posterior posterior = step_posterior_of(&arena, &model, measured, 4);
    assert_add_up(&posterior);
    assert_true(posterior.steps[1] > 0.9 && posterior.steps[2] > 0.9 && posterior.steps[3] > 0.9);
    assert_true(posterior.unchanged < 0.01);
    arena_release(&arena);
}

// The step is in the middle of the measured commits.
static void test_few_and_many_commits(void **state)
{
    (void)state;
    enum { MOST = 64 };
    const struct step_model model = {1000, 0.05, 0.001, 0.005};
    for (size_t count = 2; count <= MOST; count = count < 5 ? count + 1 : 4 * (count - 1)) {
        struct arena arena = {0};
        struct measured_commit measured[MOST];
        for (size_t i = 0; i < count; i++)
            measured[i] = known(10 * (i + 1), 101, i < count / 2 ? 0 : 0.03);
        struct step_posterior posterior = step_posterior_of(&arena, &model, measured, count);
        assert_add_up(&posterior);
        assert_true(posterior.steps[count / 2] > 0.9 && posterior.unchanged < 0.01);
        arena_release(&arena);
    }
}

// A commit at the end of the history, with a noise that is known and no scatter to speak of.
struct alone {
    double mean, error; // of its blocks
    double scale;       // of a level behind a step
};

static struct step_posterior posterior_alone(struct arena *arena, const struct alone *alone,
                                             double margin)
{
    const size_t blocks = 20001;
    const struct step_model model = {COMMITS, alone->scale, 1e-6, margin};
    struct measured_commit *measured = arena_new(arena, struct measured_commit);
    double squares = alone->error * alone->error * (double)blocks * ((double)blocks - 1);
    *measured = (struct measured_commit){COMMITS, blocks, alone->mean, squares, .identical = false};
    return step_posterior_of(arena, &model, measured, 1);
}

static double up_to(double z)
{
    return erfc(-z / sqrt(2)) / 2;
}

// No step, or a level within the margin behind one.
static void assert_unchanged(const struct alone *alone, double margin)
{
    struct arena arena = {0};
    double spread = sqrt(alone->error * alone->error + alone->scale * alone->scale);
    double step = normal(alone->mean, 0, spread), none = normal(alone->mean, 0, alone->error);
    double error = alone->error * alone->scale / spread;
    double level = alone->mean * alone->scale * alone->scale / spread / spread;
    double inside = up_to((margin - level) / error) - up_to((-margin - level) / error);
    struct step_posterior posterior = posterior_alone(&arena, alone, margin);
    assert_near(posterior.unchanged, (none + step * inside) / (none + step), 1e-3);
    arena_release(&arena);
}

static void test_unchanged(void **state)
{
    (void)state;
    const struct alone above = {1e-3, 7e-4, 3e-3}, below = {-1e-3, 7e-4, 3e-3};
    for (double margin = 3e-4; margin < 3e-3; margin *= 2) {
        assert_unchanged(&above, margin);
        assert_unchanged(&below, margin);
    }
}

// With many degrees of freedom the noise is nearly known, which is not enough ten standard errors
// out: Student's distribution, as a mixture of normal ones.
static void test_many_degrees_of_freedom(void **state)
{
    (void)state;
    const size_t blocks = 601;
    const double freedom = 600, scale = 0.05, noise = 0.01, mean = 10 * noise / sqrt(601);
    const struct measured_commit measured[] = {{6, blocks, mean, 600e-4, .identical = false}};
    const struct step_model model = {COMMITS, scale, 1e-6, 0.01};
    double step = 0, none = 0;
    for (double off = -0.4; off < 0.4; off += 1e-3) {
        double error = noise * exp(off) / sqrt(601);
        double chance = exp(-freedom * (off + (exp(-2 * off) - 1) / 2));
        step += chance * normal(mean, 0, sqrt(error * error + scale * scale));
        none += chance * normal(mean, 0, error);
    }
    struct arena arena = {0};
    struct step_posterior posterior = step_posterior_of(&arena, &model, measured, 1);
    assert_near(log(segment_of(&posterior, 0, 1)->probability), log(none / (none + step)), 0.05);
    arena_release(&arena);
}

// Where only the largest noise explains a mean, whatever the scatter, the scatter keeps its prior.
static void test_scatter_that_nothing_tells(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct step_model model = {COMMITS, 1e-5, 1e-5, 0.01};
    const struct measured_commit measured[] = {{6, 5, 0.3, 4e-6, .identical = false}};
    struct step_posterior posterior = step_posterior_of(&arena, &model, measured, 1);
    double squares = 0.9 + 0.05 * 2 * 2 + 0.03 * 3.5 * 3.5 + 0.02 * 6 * 6;
    assert_near(posterior.model.deviation / 1e-5, sqrt(squares), 1e-4);
    arena_release(&arena);
}

// Two levels that are as likely: one bit if they lie far apart, less if they overlap.
static void test_information(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct step_model model = {101, 0.05, 0.0001, 0.005};
    const struct measured_commit measured[] = {{1, 1000, 0, 0.0999, .identical = false},
                                               {101, 1000, 0.05, 0.0999, .identical = false}};
    struct step_posterior posterior = step_posterior_of(&arena, &model, measured, 2);
    double one = step_information(&posterior, 51, 1), many = step_information(&posterior, 51, 64);
    assert_near(posterior.noise, 0.01, 1e-6);
    assert_near(many, 1, 0.02);
    assert_true(one > 0.9 && one < many);
    assert_near(step_information(&posterior, 26, 64), 0.811, 0.02); // of 1/4 and 3/4
    assert_true(step_information(&posterior, 101, 64) < 0.02);
    arena_release(&arena);
}

// The mutual information of two normal distributions that lie one and two deviations apart: 0.1607
// and 0.4859 bits, by numeric integration.
static void test_overlapping_levels(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct step_model model = {101, 0.05, 0, 0.005};
    const struct measured_commit measured[] = {{1, 100000, 0, 9.9999, .identical = false},
                                               {101, 100000, 0.01, 9.9999, .identical = false}};
    struct step_posterior posterior = step_posterior_of(&arena, &model, measured, 2);
    assert_near(step_information(&posterior, 51, 1), 0.1607, 0.01);
    assert_near(step_information(&posterior, 51, 4), 0.4859, 0.01);
    arena_release(&arena);
}

static void test_levels(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct measured_commit measured[] = {known(2, 101, 0.03), known(4, 101, 0.03)};
    struct step_posterior posterior = step_posterior_of(&arena, &small, measured, 2);
    struct segment level = step_level(&posterior, 1, 2);
    double deviation = posterior.model.deviation;
    assert_true(deviation >= 0.002 && deviation < 0.004);
    double variance = 1e-4 / 101 + deviation * deviation, precision = 2 / variance + 1 / 0.0025;
    assert_near(level.level, 2 * 0.03 / variance / precision, 1e-9);
    assert_near(level.error, sqrt(1 / precision), 1e-9);
    for (size_t last = 0; last <= 2; last++) { // with the reference, which is at 0
        const struct segment *segment = segment_of(&posterior, 0, last);
        precision = (double)last / variance + 1 / (deviation * deviation);
        assert_near(segment->level, (double)last * 0.03 / variance / precision, 1e-9);
        assert_near(segment->error, sqrt(1 / precision), 1e-9);
    }
    arena_release(&arena);
}

int tests_of_bisection(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_steps_against_enumeration),
                                       cmocka_unit_test(test_unknown_noise),
                                       cmocka_unit_test(test_probabilities_add_up),
                                       cmocka_unit_test(test_information),
                                       cmocka_unit_test(test_overlapping_levels),
                                       cmocka_unit_test(test_levels),
                                       cmocka_unit_test(test_few_and_many_commits),
                                       cmocka_unit_test(test_unchanged),
                                       cmocka_unit_test(test_many_degrees_of_freedom),
                                       cmocka_unit_test(test_scatter_that_nothing_tells)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
