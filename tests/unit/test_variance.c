// Variance by level, against the paper, NIST's certified values and simulation.
#include "nested.h"
#include "testing.h"

#include <stdio.h>

// The worked example of [KJ 2013]: three builds of two executions of two iterations.
static const double EXAMPLE[3][2][2] = {{{9, 5}, {8, 3}}, {{10, 6}, {7, 11}}, {{1, 12}, {2, 4}}};

static void keep_mean(void *context, size_t label, double mean)
{
    double *means = context;
    means[label] = mean;
}

static void worked_example(void **state)
{
    (void)state;
    double means[3] = {0};
    struct variance variance = {.levels = 3, .top_unit = keep_mean, .context = means};
    for (size_t build = 0; build < 3; build++)
        for (size_t execution = 0; execution < 2; execution++)
            variance_add(&variance, (size_t[]){execution, build}, EXAMPLE[build][execution], 2);
    struct components components = variance_finish(&variance);

    assert_true(components.balanced);
    assert_int_equal(components.top_units, 3);
    assert_close(components.mean, 6.5, 1e-15);
    assert_close(components.S2[0], 16.5, 1e-15);
    assert_close(components.S2[1], 31.0 / 12, 1e-15);
    assert_close(components.S2[2], 3.5625, 1e-15);
    assert_close(components.T2[0], 16.5, 1e-15);
    assert_close(components.T2[1], -17.0 / 3, 1e-14);
    assert_close(components.T2[2], 2.2708333333333333, 1e-14);
    assert_close(means[0], 6.25, 1e-15);
    assert_close(means[1], 8.5, 1e-15);
    assert_close(means[2], 4.75, 1e-15);

    double shares[LEVELS_MAX];
    variance_shares(&components, shares);
    assert_close(shares[0], 16.5 / (16.5 + 2.2708333333333333), 1e-14);
    assert_true(shares[1] == 0);
    assert_close(shares[0] + shares[2], 1, 1e-15);
}

static void lower_levels_merged(void **state)
{
    (void)state;
    struct variance variance = {.levels = 2};
    for (size_t build = 0; build < 3; build++)
        for (size_t execution = 0; execution < 2; execution++)
            variance_add(&variance, &build, EXAMPLE[build][execution], 2);
    struct components components = variance_finish(&variance);
    assert_close(components.repetitions[0], 4, 1e-15);
    assert_close(components.S2[0], 12.722, 1e-4);
    assert_close(components.S2[0], 114.5 / 9, 1e-14);
    assert_close(components.T2[1], 0.382, 1e-3);
    assert_close(components.S2[1], 3.5625, 1e-14);
}

static void one_level(void **state)
{
    (void)state;
    struct variance variance = {.levels = 1};
    variance_add(&variance, NULL, (double[]){1, 2, 3}, 3);
    variance_add(&variance, NULL, (double[]){6}, 1);
    struct components components = variance_finish(&variance);
    assert_int_equal(components.top_units, 4);
    assert_close(components.mean, 3, 1e-15);
    assert_close(components.T2[0], 14.0 / 3, 1e-15);
}

// Four machines would be a level too; here the example's builds are spread over two machines.
static void four_levels(void **state)
{
    (void)state;
    struct variance variance = {.levels = 4};
    for (size_t machine = 0; machine < 2; machine++)
        for (size_t build = 0; build < 3; build++)
            for (size_t execution = 0; execution < 2; execution++) {
                const double *pair = EXAMPLE[build][execution];
                double shifted[] = {pair[0] + (double)machine, pair[1] + (double)machine};
                variance_add(&variance, (size_t[]){execution, build, machine}, shifted, 2);
            }
    struct components components = variance_finish(&variance);
    assert_close(components.S2[2], 3.5625, 1e-14);
    assert_close(components.S2[3], 0.5, 1e-14);
    assert_close(components.T2[3], 0.5 - 3.5625 / 3, 1e-13);
}

// Units {1, 3}, {5}, {9, 10, 11}: worked out by hand.
static void unbalanced(void **state)
{
    (void)state;
    struct variance variance = {.levels = 2};
    variance_add(&variance, (size_t[]){0}, (double[]){1, 3}, 2);
    variance_add(&variance, (size_t[]){4}, (double[]){5}, 1);
    variance_add(&variance, (size_t[]){7}, (double[]){9, 10, 11}, 3);
    struct components components = variance_finish(&variance);
    assert_false(components.balanced);
    assert_close(components.mean, (2 + 5 + 10) / 3.0, 1e-15);
    assert_close(components.S2[0], (2 + 0 + 2) / 3.0, 1e-15);
    assert_close(components.repetitions[0], 3 / (1 / 2.0 + 1 + 1 / 3.0), 1e-15);
    assert_close(components.S2[1], 49 / 3.0, 1e-15);
    assert_close(components.T2[1], 49 / 3.0 - 4 / 3.0 * (11 / 6.0) / 3, 1e-14);
}

// What is not repeated has no variance of its own, and stays in the level above.
static void without_repetition(void **state)
{
    (void)state;
    struct variance variance = {.levels = 3};
    for (size_t build = 0; build < 3; build++)
        variance_add(&variance, (size_t[]){0, build}, EXAMPLE[build][0], 2);
    struct components components = variance_finish(&variance);
    assert_true(components.known[0]);
    assert_false(components.known[1]);
    assert_true(components.T2[1] == 0);
    assert_close(components.T2[2], components.S2[2] - components.S2[0] / 2, 1e-15);

    variance = (struct variance){.levels = 2};
    variance_add(&variance, (size_t[]){3}, (double[]){7}, 1);
    components = variance_finish(&variance);
    assert_int_equal(components.top_units, 1);
    assert_close(components.mean, 7, 1e-15);
    assert_false(components.known[0] || components.known[1]);

    variance = (struct variance){.levels = 2};
    components = variance_finish(&variance);
    assert_int_equal(components.top_units, 0);
    assert_true(components.mean == 0 && components.S2[1] == 0);
    double shares[LEVELS_MAX];
    variance_shares(&components, shares);
    assert_true(shares[0] == 0 && shares[1] == 0);
}

// Reads a one-way data set of StRD: two columns from line 61 on.
static struct components read_nist(const char *name)
{
    char path[4096], line[256];
    snprintf(path, sizeof path, "%s/nist/%s.dat", ESWEXP_TEST_DATA, name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot open '%s'", path);
    struct variance variance = {.levels = 2};
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        char *rest = line;
        size_t treatment = strtoul(line, &rest, 10);
        double value = strtod(rest, NULL);
        if (number > 60 && treatment > 0)
            variance_add(&variance, &treatment, &value, 1);
    }
    fclose(file);
    return variance_finish(&variance);
}

// The certified mean squares, and those of exact arithmetic on the data as doubles hold them: the
// decimals of SmLs04 lose all but ten digits of the certified values in that rounding alone.
static void nist(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double between, within, digits;   // certified
        double held_between, held_within; // exact, from the doubles
    } cases[] = {
        {"SiRstv", 1.27865654e-2, 1.0831828e-2, 1e-13, 0.01278656539999988, 0.010831828000000824},
        {"SmLs01", 0.21, 0.01, 1e-14, 0.21000000000000013, 0.010000000000000005},
        {"SmLs04", 0.21, 0.01, 1e-10, 0.21000000001862645, 0.0100000000005174},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct components components = read_nist(cases[i].name);
        double between = components.S2[1] * components.repetitions[0];
        double within = components.S2[0];
        assert_close(between, cases[i].between, cases[i].digits);
        assert_close(within, cases[i].within, cases[i].digits);
        assert_close(between, cases[i].held_between, 1e-13);
        assert_close(within, cases[i].held_within, 1e-13);
    }
}

// The mean of many estimates lies within four of its standard errors around the truth.
static void components_are_unbiased(void **state)
{
    (void)state;
    static const struct nested designs[] = {
        {2, 10, {3, 1}, {4, 5}},
        {3, 100, {2, 0.5, 1}, {5, 5, 5}},
        {3, 100, {1, 0, 0}, {5, 5, 5}},
        {4, 100, {2, 1, 0.5, 1}, {3, 2, 3, 4}},
    };
    enum { TRIALS = 3000 };
    gsl_rng *random = nested_random(1);
    for (size_t d = 0; d < sizeof designs / sizeof *designs; d++) {
        struct moments T2[LEVELS_MAX] = {{0}};
        for (int trial = 0; trial < TRIALS; trial++) {
            struct components components = nested_components(&designs[d], random);
            for (int i = 0; i < designs[d].levels; i++)
                moments_add(&T2[i], &components.T2[i], 1);
        }
        for (int i = 0; i < designs[d].levels; i++) {
            double error = sqrt(T2[i].squares / TRIALS / TRIALS);
            double truth = designs[d].sd[i] * designs[d].sd[i];
            assert_true(fabs(moments_mean(&T2[i]) - truth) < 4 * error);
        }
    }
    gsl_rng_free(random);
}

int tests_of_variance(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_example), cmocka_unit_test(lower_levels_merged),
        cmocka_unit_test(one_level),      cmocka_unit_test(four_levels),
        cmocka_unit_test(unbalanced),     cmocka_unit_test(without_repetition),
        cmocka_unit_test(nist),           cmocka_unit_test(components_are_unbiased),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
