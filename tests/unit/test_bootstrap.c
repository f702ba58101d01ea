// The hierarchical bootstrap: what it draws, how far it is from formulas, what it cannot say.
#include "nested.h"
#include "testing.h"

#include "stats/bootstrap.h"

#include <string.h>

enum { REPLICATES = 2000 };

static const struct statistic mean = {STATISTIC_MEAN, 0}, median = {STATISTIC_MEDIAN, 0},
                              minimum = {STATISTIC_MINIMUM, 0},
                              harmonic = {STATISTIC_HARMONIC_MEAN, 0},
                              trimmed = {STATISTIC_TRIMMED_MEAN, 0};

// Values of levels iteration, execution, build: `builds` of 2 executions of 2.
static struct hierarchy builds_of(struct arena *arena, const double *values, size_t builds)
{
    struct hierarchy hierarchy = {
        .arena = arena, .levels = 3, .group = 1, .top = stream_from(2), .stream = stream_from(1)};
    for (size_t i = 0; i < 2 * builds; i++)
        hierarchy_add(&hierarchy, (size_t[]){i + 1, i / 2 + 1}, values + 2 * i, 2);
    return hierarchy;
}

static void units_are_drawn_whole(void **state)
{
    (void)state;
    struct arena arena = {0};
    // A build is all tens or all twenties: a mean of 4 drawn builds is a multiple of 2.5.
    static const double values[] = {10, 10, 10, 10, 20, 20, 20, 20, 10, 10, 10, 10, 20, 20, 20, 20};
    struct hierarchy hierarchy = builds_of(&arena, values, 4);
    double value, replicates[REPLICATES];
    assert_true(hierarchy_finish(&hierarchy, &mean, false, &value));
    assert_int_equal(hierarchy.count[0], 16);
    assert_int_equal(hierarchy.count[1], 8);
    assert_int_equal(hierarchy.count[2], 4);
    assert_close(value, 15, 1e-15);
    bootstrap(&hierarchy, replicates, REPLICATES);
    size_t extremes = 0;
    for (size_t i = 0; i < REPLICATES; i++) {
        assert_true(fmod(replicates[i], 2.5) == 0);
        extremes += replicates[i] == 10 || replicates[i] == 20;
    }
    assert_in_range(extremes, 190, 310); // 2/16 of them
    arena_release(&arena);
}

static void below_units_are_drawn_too(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const double values[] = {1, 2, 3, 4}; // one build: only what is below it varies
    struct hierarchy hierarchy = builds_of(&arena, values, 1);
    double value, replicates[REPLICATES];
    size_t ones = 0;
    assert_true(hierarchy_finish(&hierarchy, &mean, false, &value));
    bootstrap(&hierarchy, replicates, REPLICATES);
    for (size_t i = 0; i < REPLICATES; i++)
        ones += replicates[i] == 1;
    assert_in_range(ones, 5, 70); // 1/4 · 1/16 of them
    assert_false(bootstrap_interval(replicates, REPLICATES, 1, 0.95).known);
    arena_release(&arena);
}

// Of means of normal values that differ at the top only, Student's interval is right.
static void close_to_student_for_means(void **state)
{
    (void)state;
    static const size_t units[] = {5, 10, 30};
    gsl_rng *random = nested_random(7);
    for (size_t k = 0; k < 3; k++) {
        struct arena arena = {0};
        struct variance variance = {.levels = 1};
        struct hierarchy hierarchy = {
            .arena = &arena, .levels = 1, .group = 1, .top = stream_from(3)};
        double values[30], value, replicates[REPLICATES];
        for (size_t i = 0; i < units[k]; i++)
            values[i] = 10 + gsl_ran_gaussian_ziggurat(random, 1);
        variance_add(&variance, NULL, values, units[k]);
        hierarchy_add(&hierarchy, NULL, values, units[k]);
        assert_true(hierarchy_finish(&hierarchy, &mean, false, &value));
        bootstrap(&hierarchy, replicates, REPLICATES);
        struct components components = variance_finish(&variance);
        struct interval student = mean_interval(&components, 0.95);
        struct interval own = bootstrap_interval(replicates, REPLICATES, units[k], 0.95);
        assert_true(own.known && own.df == 0);
        assert_in_range((int)(100 * own.half_width / student.half_width), 80, 125);
        arena_release(&arena);
    }
    gsl_rng_free(random);
}

static void the_same_again(void **state)
{
    (void)state;
    double first[50], second[50], value;
    for (int round = 0; round < 2; round++) {
        struct arena arena = {0};
        static const double values[] = {1, 2, 3, 4, 5, 6, 7, 8};
        struct hierarchy hierarchy = builds_of(&arena, values, 2);
        assert_true(hierarchy_finish(&hierarchy, &median, false, &value));
        bootstrap(&hierarchy, round ? second : first, 50);
        arena_release(&arena);
    }
    assert_memory_equal(first, second, sizeof first);
}

static void long_executions_are_thinned(void **state)
{
    (void)state;
    double values[1003];
    for (size_t i = 0; i < 1003; i++)
        values[i] = (double)(i + 1);
    for (int smallest = 0; smallest < 2; smallest++) {
        struct arena arena = {0};
        struct hierarchy hierarchy = {.arena = &arena,
                                      .levels = 2,
                                      .group = 10,
                                      .smallest = smallest,
                                      .top = stream_from(2),
                                      .stream = stream_from(1)};
        hierarchy_add(&hierarchy, (size_t[]){1}, values, 1003);
        hierarchy_add(&hierarchy, (size_t[]){2}, values, 4);
        assert_int_equal(hierarchy.count[0], 102);
        assert_int_equal(hierarchy.count[1], 2);
        for (size_t i = 0; i < 101; i++) {
            double first = (double)(10 * i + 1);
            assert_true(smallest
                            ? hierarchy.values[i] == first
                            : hierarchy.values[i] >= first && hierarchy.values[i] < first + 10);
        }
        arena_release(&arena);
    }
}

static void minima_never_fall(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const double values[] = {3, 5, 4, 6, 7, 2, 9, 9};
    struct hierarchy hierarchy = builds_of(&arena, values, 2);
    double value, replicates[REPLICATES];
    assert_true(hierarchy_finish(&hierarchy, &minimum, false, &value));
    assert_close(value, 2, 0);
    bootstrap(&hierarchy, replicates, REPLICATES);
    struct interval interval = bootstrap_interval(replicates, REPLICATES, 2, 0.95);
    assert_close(interval.low, 2, 0);
    assert_true(interval.high > 2);
    arena_release(&arena);
}

// Two of 20 builds are slower, and so is one iteration of every execution.
static void trimming_keeps_slow_builds(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct hierarchy hierarchy = {
        .arena = &arena, .levels = 3, .group = 1, .top = stream_from(2), .stream = stream_from(1)};
    double value, replicates[REPLICATES];
    for (size_t i = 0; i < 40; i++) {
        double values[20], own = i / 2 % 10 ? 100 : 120;
        for (size_t k = 0; k < 20; k++)
            values[k] = k == i % 20 ? 1000 : own;
        hierarchy_add(&hierarchy, (size_t[]){i + 1, i / 2 + 1}, values, 20);
    }
    assert_true(hierarchy_finish(&hierarchy, &trimmed, false, &value));
    assert_close(value, 102, 1e-14);
    assert_true(hierarchy.count[0] == 40 && hierarchy.count[1] == 20); // of executions, of builds
    bootstrap(&hierarchy, replicates, REPLICATES);
    struct interval interval = bootstrap_interval(replicates, REPLICATES, 20, 0.95);
    assert_true(interval.low >= 100 && interval.low < 101.5);
    assert_true(interval.high > 103 && interval.high < 108);
    arena_release(&arena);
}

// Where there is one level, all values are one unit.
static void trimming_of_values_without_units(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct hierarchy hierarchy = {.arena = &arena, .levels = 1, .group = 1, .top = stream_from(2)};
    double values[20] = {50}, value, replicates[REPLICATES];
    hierarchy_add(&hierarchy, NULL, values, 20);
    assert_true(hierarchy_finish(&hierarchy, &trimmed, false, &value));
    assert_close(value, 0, 0);
    bootstrap(&hierarchy, replicates, REPLICATES);
    size_t none = 0;
    for (size_t i = 0; i < REPLICATES; i++)
        none += replicates[i] == 0;
    assert_in_range(none, 1380, 1560); // .95^20 + 20·.05·.95^19 = .736 draw it at most once
    arena_release(&arena);
}

// 4/(1 + 1/2 + 1/4 + 1/4)
static void harmonic_mean_of_builds(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct hierarchy hierarchy = builds_of(&arena, (double[]){1, 2, 4, 4}, 1);
    double value, replicate;
    assert_true(hierarchy_finish(&hierarchy, &harmonic, false, &value));
    assert_close(value, 2, 1e-15);
    bootstrap(&hierarchy, &replicate, 1);
    assert_true(replicate >= 1 && replicate <= 4);
    arena_release(&arena);
}

static void what_does_not_fit(void **state)
{
    (void)state;
    struct arena arena = {0};
    double value;
    static const double values[] = {1, 2, 3, 4, 5, 6, 0, 8};
    struct hierarchy hierarchy = builds_of(&arena, values, 2), none = builds_of(&arena, values, 0);
    assert_false(hierarchy_finish(&hierarchy, &harmonic, false, &value));
    assert_false(hierarchy_finish(&none, &mean, false, &value));
    arena_release(&arena);
}

static void ratios(void **state)
{
    (void)state;
    double olds[REPLICATES], news[REPLICATES];
    for (size_t i = 0; i < REPLICATES; i++) {
        olds[i] = 10 + (double)(i % 40) / 40;
        news[i] = 20 + (double)(i / 40) / 50;
    }
    struct ratio ratio = bootstrap_ratio(10.5, olds, 20.5, news, REPLICATES, 30, 0.95);
    assert_int_equal(ratio.bound, RATIO_BOUNDED);
    assert_close(ratio.value, 20.5 / 10.5, 1e-15);
    assert_true(ratio.low > 20 / 11. && ratio.low < ratio.value);
    assert_true(ratio.high < 2.1 && ratio.high > ratio.value);
    struct ratio few = bootstrap_ratio(10.5, olds, 20.5, news, REPLICATES, 5, 0.95);
    assert_true(few.low < ratio.low && few.high > ratio.high);
    assert_int_equal(bootstrap_ratio(10.5, olds, 20.5, news, REPLICATES, 1, 0.95).bound,
                     RATIO_NONE);
    assert_false(bootstrap_ratio(10.5, olds, -1, news, REPLICATES, 30, 0.95).defined);
    assert_false(bootstrap_ratio(0, olds, 0, news, REPLICATES, 30, 0.95).defined);
    olds[7] = -1;
    ratio = bootstrap_ratio(10.5, olds, 20.5, news, REPLICATES, 30, 0.95);
    assert_int_equal(ratio.bound, RATIO_UNDETERMINED);
    assert_true(ratio.low == 0 && isinf(ratio.high));
}

enum { BLOCKS = 30, TRIALS = 300, DRAWS = 500 };

// Medians of one side: its blocks have the drift and layouts of their own, with executions of 3.
static void resample_side(const double *drift, gsl_rng *random, uint64_t top, uint64_t within,
                          double *value, double *replicates)
{
    struct arena arena = {0};
    struct hierarchy hierarchy = {.arena = &arena,
                                  .levels = 3,
                                  .group = 1,
                                  .top = stream_from(top),
                                  .stream = stream_from(within)};
    for (size_t i = 0; i < 2 * BLOCKS; i++) {
        double values[3], own = drift[i / 2] + gsl_ran_gaussian_ziggurat(random, 0.5);
        for (size_t k = 0; k < 3; k++)
            values[k] = own + gsl_ran_gaussian_ziggurat(random, 0.5);
        hierarchy_add(&hierarchy, (size_t[]){i + 1, i / 2 + 1}, values, 3);
    }
    assert_true(hierarchy_finish(&hierarchy, &median, false, value));
    bootstrap(&hierarchy, replicates, DRAWS);
    arena_release(&arena);
}

static void set_drift(gsl_rng *random, double *drift)
{
    for (size_t i = 0; i < BLOCKS; i++)
        drift[i] = 100 + gsl_ran_gaussian_ziggurat(random, 5);
}

// How often the interval holds the truth, 1, and its mean width: of sides that share the drift of
// their blocks or have each their own, drawn as pairs or independently.
static int coverage(bool shared, bool pairs, double *width)
{
    gsl_rng *random = nested_random(11);
    double drift[BLOCKS], old, new, olds[DRAWS], news[DRAWS];
    int held = 0;
    *width = 0;
    for (size_t i = 0; i < TRIALS; i++) {
        set_drift(random, drift);
        resample_side(drift, random, i, 3 * i + 1, &old, olds);
        if (!shared)
            set_drift(random, drift);
        resample_side(drift, random, pairs ? i : i + TRIALS, 3 * i + 2, &new, news);
        struct ratio ratio = bootstrap_ratio(old, olds, new, news, DRAWS, BLOCKS, 0.95);
        assert_int_equal(ratio.bound, RATIO_BOUNDED);
        held += ratio.low <= 1 && 1 <= ratio.high;
        *width += (ratio.high - ratio.low) / TRIALS;
    }
    gsl_rng_free(random);
    return held * 1000 / TRIALS;
}

static void pairs_cancel_what_blocks_share(void **state)
{
    (void)state;
    double paired, apart, independent;
    assert_in_range(coverage(true, true, &paired), 930, 1000);
    assert_in_range(coverage(true, false, &apart), 990, 1000); // far too wide
    assert_true(paired < 0.35 * apart);
    assert_in_range(coverage(false, false, &independent), 930, 985);
    assert_true(fabs(independent / apart - 1) < 0.1);
}

int tests_of_bootstrap(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_drawn_whole),
        cmocka_unit_test(below_units_are_drawn_too),
        cmocka_unit_test(close_to_student_for_means),
        cmocka_unit_test(the_same_again),
        cmocka_unit_test(long_executions_are_thinned),
        cmocka_unit_test(minima_never_fall),
        cmocka_unit_test(what_does_not_fit),
        cmocka_unit_test(harmonic_mean_of_builds),
        cmocka_unit_test(trimming_keeps_slow_builds),
        cmocka_unit_test(trimming_of_values_without_units),
        cmocka_unit_test(ratios),
        cmocka_unit_test(pairs_cancel_what_blocks_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
