// Summaries against R, 17 digits with the expression that gave them; how many units they need.
// Trimmed means are exact fractions of the values as they are stored, rounded.
#include "normal.h"
#include "testing.h"

#include "stats/bootstrap.h"
#include "stats/statistic.h"

#include <string.h>

// x <- c(3.1, …)
static const double few[] = {3.1,  2.7,  2.9,  8.4, 3.3, 2.8,  2.75, 3.0, 2.6,  5.5,  2.95,
                             2.85, 3.05, 2.65, 3.2, 4.1, 2.72, 2.98, 3.7, 2.81, 2.88, 12.25};
// R's precip: rain in inches in 70 cities.
static const double rain[] = {
    67,   54.7, 7,    48.5, 14,   17.2, 20.7, 13,   43.4, 40.2, 38.9, 54.5, 59.8, 48.3,
    22.9, 11.5, 34.4, 35.1, 38.7, 30.8, 30.6, 43.1, 56.8, 40.8, 41.8, 42.5, 31,   31.7,
    30.2, 25.9, 49.2, 37,   35.9, 15,   30.2, 7.2,  36.2, 45.5, 7.8,  33.4, 36.1, 40.2,
    42.7, 42.5, 16.2, 39,   35,   37,   31.4, 37.6, 39.9, 36.2, 42.8, 46.4, 24.7, 49.1,
    46,   35.9, 7.8,  48.2, 15.2, 32.5, 44.7, 42.6, 38.8, 17.4, 40.8, 29.1, 14.6, 59.2};
enum { FEW = sizeof few / sizeof *few, RAIN = sizeof rain / sizeof *rain };

static double of(const char *words, bool more, const double *values, size_t count)
{
    struct arena arena = {0};
    struct statistic statistic;
    double copy[RAIN];
    memcpy(copy, values, count * sizeof *copy);
    const char *problem = statistic_read(&arena, words, &statistic);
    if (problem)
        fail_msg("%s", problem);
    assert_true(statistic_fits(&statistic, copy, count));
    statistic_turn(&statistic, more, copy, count);
    sort_numbers(copy, count);
    double value = statistic_of_turned(&statistic, more, copy, count);
    arena_release(&arena);
    return value;
}

// What R says, and what it was asked.
static const struct known {
    const char *words, *asked;
    double value;
} of_few[] =
    {
        {"mean", "mean(x)", 3.7813636363636363},
        {"median", "median(x)", 2.9649999999999999},
        {"percentile 95", "quantile(x, .95)", 8.2549999999999990},
        {"percentile 10", "quantile(x, .1)", 2.7020000000000000},
        {"percentile 99.9", "quantile(x, .999)", 12.169149999999997},
        {"minimum", "min(x)", 2.6000000000000001},
        {"harmonic_mean", "1/mean(1/x)", 3.2400077425955609},
        {"geometric_mean", "exp(mean(log(x)))", 3.4277614238890970},
        {"mode", "hsm(x)", 2.7100000000000000},
},
  of_rain[] = {
      {"median", "median(precip)", 36.600000000000001},
      {"percentile 90", "quantile(precip, .9)", 49.110000000000007},
      {"harmonic_mean", "1/mean(1/precip)", 26.337387122132821},
      {"geometric_mean", "exp(mean(log(precip)))", 31.260363042976000},
      {"mode", "hsm(precip)", 40.200000000000003},
};

static void assert_known(const struct known *known, const double *values, size_t count)
{
    double value = of(known->words, false, values, count);
    if (!(fabs(value - known->value) <= 1e-14 * known->value))
        fail_msg("%s is %.17g, R's %s %.17g", known->words, value, known->asked, known->value);
}

static void as_R_has_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof of_few / sizeof *of_few; i++)
        assert_known(&of_few[i], few, FEW);
    for (size_t i = 0; i < sizeof of_rain / sizeof *of_rain; i++)
        assert_known(&of_rain[i], rain, RAIN);
}

// Of values so large that sums of them are rounded; nothing beside the values counts.
static void means_to_the_last_digit(void **state)
{
    (void)state;
    static const struct statistic plain = {STATISTIC_MEAN, 0};
    static const double values[] = {NAN, 1, 1, 2, 1e16, NAN}, one[] = {NAN, 7, NAN},
                        falling[] = {1e16, 1, 1, 2};
    assert_true(statistic_of_turned(&plain, false, values + 1, 4) == 2500000000000001);
    assert_true(statistic_of_turned(&plain, false, falling, 4) == 2500000000000001);
    assert_true(statistic_of_turned(&plain, false, one + 1, 1) == 7);
}

// The slowest twentieth is left out, of one value a part.
static void the_slowest_are_left_out(void **state)
{
    (void)state;
    assert_close(of("trimmed_mean", false, few, FEW), 3.3540669856459329, 1e-15);
    assert_close(of("trimmed_mean", true, few, FEW), 3.8433014354066986, 1e-15);
    assert_close(of("trimmed_mean", false, rain, RAIN), 33.497744360902253, 1e-15);
    assert_close(of("percentile 95", true, few, FEW), 8.2549999999999990, 1e-15);
    assert_close(of("trimmed_mean", false, few, 19), 3.1728531855955677, 1e-15);
    assert_close(of("trimmed_mean", false, (double[]){10, 1, 3, 2}, 4), 14 / 3.8, 1e-15);
    assert_close(of("trimmed_mean", false, (double[]){7, 5}, 2), 11.3 / 1.9, 1e-15);
    assert_close(of("trimmed_mean", false, (double[]){7}, 1), 7, 0);
    double twenty[20] = {0};
    for (size_t i = 0; i < 20; i++)
        twenty[i] = (double)i;
    assert_close(of("trimmed_mean", false, twenty, 20), 9, 1e-15);
}

// hsm <- function(v) { v <- sort(v); while (length(v) > 3) { h <- ceiling(length(v)/2);
//   k <- which.min(v[h:length(v)] - v[1:(length(v)-h+1)]); v <- v[k:(k+h-1)] }
//   if (length(v) == 3) { d <- diff(v); if (d[1] == d[2]) return(v[2]);
//     v <- if (d[2] < d[1]) v[2:3] else v[1:2] }; mean(v) }
static void modes_of_few(void **state)
{
    (void)state;
    assert_close(of("mode", false, (double[]){1, 2, 4}, 3), 1.5, 0);
    assert_close(of("mode", false, (double[]){1, 3, 4}, 3), 3.5, 0);
    assert_close(of("mode", false, (double[]){1, 2, 3}, 3), 2, 0);
    assert_close(of("mode", false, (double[]){5, 1}, 2), 3, 0);
    assert_close(of("mode", false, (double[]){5}, 1), 5, 0);
    assert_close(of("mode", false, (double[]){9, 2, 1, 2, 7, 2}, 6), 2, 0);
}

static void some_need_values_above_zero(void **state)
{
    (void)state;
    static const double mixed[] = {1, 0, 2};
    static const struct statistic median = {STATISTIC_MEDIAN, 0};
    static const struct statistic harmonic = {STATISTIC_HARMONIC_MEAN, 0};
    static const struct statistic geometric = {STATISTIC_GEOMETRIC_MEAN, 0};
    assert_true(statistic_fits(&median, mixed, 3));
    assert_false(statistic_fits(&harmonic, mixed, 3));
    assert_false(statistic_fits(&geometric, mixed, 3));
    assert_true(statistic_fits(&geometric, mixed, 1));
    assert_false(statistic_fits(&median, mixed, 0));
}

static void assert_problem(const char *words, const char *problem)
{
    struct arena arena = {0};
    struct statistic statistic;
    assert_string_equal(statistic_read(&arena, words, &statistic), problem);
    arena_release(&arena);
}

#define ALL "mean, median, minimum, mode, trimmed_mean, percentile, harmonic_mean, geometric_mean"

static void words(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct statistic statistic;
    assert_null(statistic_read(&arena, "percentile  99.5 %", &statistic));
    assert_int_equal(statistic.kind, STATISTIC_PERCENTILE);
    assert_string_equal(statistic_name(&arena, &statistic), "percentile 99.5");
    assert_null(statistic_read(&arena, "mode", &statistic));
    assert_string_equal(statistic_name(&arena, &statistic), "mode");
    arena_release(&arena);
    assert_problem("medain", "'summary' must be one of " ALL ", not 'medain'; did you mean "
                             "'median'?");
    assert_problem("", "'summary' must be one of " ALL ", not ''");
    assert_problem("percentile", "'percentile' needs a number between 0 and 100, such as "
                                 "'percentile 95'");
    assert_problem("percentile 100", "'percentile' needs a number between 0 and 100, such as "
                                     "'percentile 95', not '100'");
    assert_problem("percentile nan", "'percentile' needs a number between 0 and 100, such as "
                                     "'percentile 95', not 'nan'");
    assert_problem("percentile 95 x", "'percentile' needs a number between 0 and 100, such as "
                                      "'percentile 95', not '95 x'");
    assert_problem("median 50", "'median' takes no number, but '50' follows it");
}

// 0.9^36 = 0.0225, 0.9^35 = 0.0250316; the extremes of 6 values bound the median at 96.9 %, of 5 at
// 93.8 %, as tables of the sign test have it.
static void units_for_an_interval(void **state)
{
    (void)state;
    static const struct {
        double percent, confidence;
        size_t units;
    } cases[] = {{50, 0.95, 6},  {75, 0.95, 13},  {90, 0.95, 36}, {10, 0.95, 36},
                 {95, 0.95, 72}, {99, 0.95, 368}, {50, 0.99, 8},  {90, 0.99, 51}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct statistic percentile = {STATISTIC_PERCENTILE, cases[i].percent};
        assert_int_equal(statistic_units_least(&percentile, cases[i].confidence), cases[i].units);
    }
    assert_int_equal(statistic_units_least(&(struct statistic){STATISTIC_MEDIAN, 0}, 0.95), 6);
    assert_int_equal(statistic_units_least(&(struct statistic){STATISTIC_MODE, 0}, 0.95), 2);
}

// One interval of the 90th percentile, of builds of 2 executions of 3; whether it covers the truth,
// that of a normal distribution with the variance 1 + 0.25 + 1.
static bool covered(struct stream *stream, size_t builds)
{
    enum { REPLICATES = 300 };
    struct arena arena = {0};
    struct hierarchy hierarchy = {.arena = &arena,
                                  .levels = 3,
                                  .group = 1,
                                  .top = stream_from(stream_next(stream)),
                                  .stream = stream_from(stream_next(stream))};
    for (size_t i = 0; i < builds; i++) {
        double build = normal(stream);
        for (size_t k = 0; k < 2; k++) {
            double execution = build + 0.5 * normal(stream);
            double values[] = {execution + normal(stream), execution + normal(stream),
                               execution + normal(stream)};
            hierarchy_add(&hierarchy, (size_t[]){2 * i + k + 1, i + 1}, values, 3);
        }
    }
    struct statistic percentile = {STATISTIC_PERCENTILE, 90};
    double value, replicates[REPLICATES];
    assert_true(hierarchy_finish(&hierarchy, &percentile, false, &value));
    bootstrap(&hierarchy, replicates, REPLICATES);
    struct interval interval = bootstrap_interval(replicates, REPLICATES, builds, 0.95);
    double truth = 1.5 * 1.2815515655446004;
    arena_release(&arena);
    return interval.low <= truth && truth <= interval.high;
}

// 95 % of 500 are 475; four standard errors are 20.
static void enough_units_cover(void **state)
{
    (void)state;
    struct stream stream = stream_from(6);
    size_t builds = statistic_units_least(&(struct statistic){STATISTIC_PERCENTILE, 90}, 0.95);
    int enough = 0;
    for (int k = 0; k < 500; k++)
        enough += covered(&stream, builds);
    if (enough < 455)
        fail_msg("of 500, %d are covered with enough builds", enough);
}

// What lies behind the values must not count.
static void at_the_ends(void **state)
{
    (void)state;
    static const double values[] = {1, 3, NAN};
    assert_true(sorted_quantile(values, 2, 0) == 1 && sorted_quantile(values, 2, 1) == 3);
    assert_true(sorted_quantile(values, 2, 0.25) == 1.5);
    assert_true(sorted_quantile(values, 1, 0.5) == 1 && sorted_quantile(values, 1, 1) == 1);
    struct statistic trimmed = {STATISTIC_TRIMMED_MEAN, 0};
    assert_true(statistic_of_turned(&trimmed, false, values, 1) == 1);
}

static void only_reciprocals_and_logarithms_need_positive_values(void **state)
{
    (void)state;
    for (int kind = 0; kind < STATISTIC_KINDS; kind++) {
        struct statistic statistic = {(enum statistic_kind)kind, 50};
        bool positive = kind == STATISTIC_HARMONIC_MEAN || kind == STATISTIC_GEOMETRIC_MEAN;
        assert_true(statistic_fits(&statistic, (double[]){1, 2}, 2));
        assert_true(statistic_fits(&statistic, (double[]){1, -2}, 2) == !positive);
        assert_true(statistic_fits(&statistic, (double[]){0, 2}, 2) == !positive);
        assert_false(statistic_fits(&statistic, NULL, 0));
    }
}

int tests_of_statistic(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_R_has_them),
        cmocka_unit_test(means_to_the_last_digit),
        cmocka_unit_test(the_slowest_are_left_out),
        cmocka_unit_test(modes_of_few),
        cmocka_unit_test(some_need_values_above_zero),
        cmocka_unit_test(words),
        cmocka_unit_test(units_for_an_interval),
        cmocka_unit_test(enough_units_cover),
        cmocka_unit_test(at_the_ends),
        cmocka_unit_test(only_reciprocals_and_logarithms_need_positive_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
