// The information of a measurement, of posteriors that are made up.
#include "stats/bisection/information.h"

#include "testing.h"

enum { POINTS_MOST = 64, WIDTH_MOST = POINTS_MOST + 1 };

struct made {
    struct segment segments[WIDTH_MOST * WIDTH_MOST];
    struct measured_commit measured[POINTS_MOST];
    struct step_posterior posterior;
};

// A commit in ten is measured; no segment has a probability yet.
static void make(struct made *made, size_t count, double noise, double deviation)
{
    *made = (struct made){.posterior = {.model = {.commits = 10 * count, .deviation = deviation},
                                        .measured = made->measured,
                                        .count = count,
                                        .noise = noise,
                                        .segments = made->segments}};
    for (size_t i = 0; i < count; i++)
        made->measured[i].commit = 10 * (i + 1);
}

static void set(struct made *made, size_t first, size_t last, double probability, double level)
{
    made->segments[first * (made->posterior.count + 1) + last] =
        (struct segment){.probability = probability, .level = level};
}

// Of a choice, one side of which has this probability.
static double bits(double probability)
{
    double other = 1 - probability;
    return -probability * log2(probability) - other * log2(other);
}

// The step is in the gap before point 3.
static void where_a_step_may_be(void **state)
{
    (void)state;
    struct made made;
    make(&made, 6, 0.01, 0.001);
    set(&made, 0, 2, 1, 0);
    set(&made, 3, 6, 1, 1);
    assert_close(step_information(&made.posterior, 25, 1), 1, 1e-9);
    assert_close(step_information(&made.posterior, 22, 1), bits(0.2), 1e-9);
    assert_close(step_information(&made.posterior, 29, 1), bits(0.9), 1e-9);
}

static void make_unsure(struct made *made, double noise, double deviation)
{
    make(made, 6, noise, deviation);
    set(made, 0, 6, 0.5, 0);
    set(made, 0, 2, 0.5, 0);
    set(made, 3, 6, 0.5, 1);
}

static void whether_there_is_a_step(void **state)
{
    (void)state;
    struct made made;
    make_unsure(&made, 0.01, 0.001);
    assert_close(step_information(&made.posterior, 30, 1), 1, 1e-9);
    assert_close(step_information(&made.posterior, 60, 1), 1, 1e-9);
    make_unsure(&made, 0, 0);
    assert_close(step_information(&made.posterior, 60, 1), 1, 1e-9);
}

// Of two levels that are as likely, so many deviations apart, by the trapezoidal rule.
static double of_two(double apart)
{
    double sum = 0, step = 1e-3;
    for (double x = -9; x < 9; x += step) {
        double odds = exp(-0.5 * (x - apart) * (x - apart) + 0.5 * x * x);
        sum += exp(-0.5 * x * x) / sqrt(2 * M_PI) * log2(2 / (1 + odds)) * step;
    }
    return sum;
}

// Blocks have the noise, commits the deviation.
static void noise_and_deviation_add_up(void **state)
{
    (void)state;
    struct made made;
    make_unsure(&made, 0.8 * 3, 0.6);
    assert_true(fabs(step_information(&made.posterior, 60, 9) - of_two(1)) < 0.01);
    make_unsure(&made, 0.3 * 2, 0.4);
    assert_true(fabs(step_information(&made.posterior, 60, 4) - of_two(2)) < 0.01);
}

// Many segments that each have nearly no probability: the others tell of all.
static void negligible_segments(void **state)
{
    (void)state;
    enum { MIDDLE = POINTS_MOST / 2 };
    static struct made made;
    make(&made, POINTS_MOST, 0.01, 0.001);
    double rest = 1;
    for (size_t first = 1; first < MIDDLE; first++)
        for (size_t last = MIDDLE; last < POINTS_MOST; last++) {
            set(&made, first, last, 9e-5, last % 2 ? 1 : 0);
            rest -= 9e-5;
        }
    assert_true(rest < 0.92);
    set(&made, 0, POINTS_MOST, rest / 2, 0);
    set(&made, MIDDLE, POINTS_MOST, rest / 2, 1);
    assert_close(step_information(&made.posterior, made.measured[MIDDLE - 1].commit, 1), 1, 1e-9);
}

// 49 segments have the commit; the last 18 have the other level, which the first of them tells.
static void more_segments_than_are_kept(void **state)
{
    (void)state;
    struct made made;
    make(&made, 12, 0.01, 0.001);
    for (size_t i = 0; i < 49; i++)
        set(&made, i / 7, 6 + i % 7, 1.0 / 49, i < 31 ? 0 : 1);
    assert_close(step_information(&made.posterior, 60, 1), bits(18.0 / 49), 1e-9);
}

int tests_of_information(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_a_step_may_be), cmocka_unit_test(whether_there_is_a_step),
        cmocka_unit_test(noise_and_deviation_add_up), cmocka_unit_test(negligible_segments),
        cmocka_unit_test(more_segments_than_are_kept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
