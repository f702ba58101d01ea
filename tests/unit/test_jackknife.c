// Jackknife and lines: known numbers, and how often their intervals hold the truth.
#include "normal.h"
#include "testing.h"

#include "stats/curve/line_fit.h"
#include "stats/moments.h"

enum { TRIALS = 3000 };

// Between the limits of a binomial of TRIALS at 95 %, four standard errors wide.
static void assert_covers(size_t held, const char *what)
{
    double share = (double)held / TRIALS;
    if (share < 0.934 || share > 0.972)
        fail_msg("%s: %.3f", what, share);
}

static bool holds(const struct value_with_error *number, double truth)
{
    double low, high;
    standard_error_limits(number, 0.95, &low, &high);
    return low <= truth && truth <= high;
}

static double harmonic(double a, double b)
{
    return 1 / (1 / a + 1 / b);
}

static void jackknife_of_a_mean_is_the_mean(void **state)
{
    (void)state;
    static const double values[] = {3, 5, 4, 8};
    double without[4], low, high;
    for (size_t i = 0; i < 4; i++)
        without[i] = (20 - values[i]) / 3;
    struct value_with_error number = jackknife(5, without, 4);
    assert_close(number.variance, 14.0 / 3 / 4, 1e-12); // S²/n
    assert_true(number.df == 3);
    standard_error_limits(&number, 0.95, &low, &high);
    assert_close(high - 5, 3.182446305284263 * sqrt(14.0 / 12), 1e-9);
    assert_true(jackknife(1, without, 1).df == 0);
    for (size_t i = 0; i < 4; i++) {
        double kept = without[i];
        without[i] = NAN;
        number = jackknife(5, without, 4);
        standard_error_limits(&number, 0.95, &low, &high);
        assert_true(number.df == 0 && isinf(low) && isinf(high));
        without[i] = kept;
    }
}

// Blocks of 10 %, of which most is common to both sides: only pairing sees that.
static void jackknife_covers(void **state)
{
    (void)state;
    enum { BLOCKS = 10 };
    struct stream stream = stream_from(3);
    size_t difference_held = 0, harmonic_held = 0;
    double width = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double a[BLOCKS], b[BLOCKS], sum_a = 0, sum_b = 0, less[BLOCKS], half[BLOCKS];
        for (size_t i = 0; i < BLOCKS; i++) {
            double drift = normal(&stream);
            sum_a += a[i] = 10 + drift + 0.2 * normal(&stream);
            sum_b += b[i] = 7 + drift + 0.2 * normal(&stream);
        }
        for (size_t i = 0; i < BLOCKS; i++) {
            double mean_a = (sum_a - a[i]) / (BLOCKS - 1), mean_b = (sum_b - b[i]) / (BLOCKS - 1);
            less[i] = mean_a - mean_b;
            half[i] = harmonic(mean_a, mean_b);
        }
        struct value_with_error number = jackknife((sum_a - sum_b) / BLOCKS, less, BLOCKS);
        difference_held += holds(&number, 3);
        width += sqrt(number.variance) / TRIALS;
        number = jackknife(harmonic(sum_a / BLOCKS, sum_b / BLOCKS), half, BLOCKS);
        harmonic_held += holds(&number, harmonic(10, 7));
    }
    assert_covers(difference_held, "difference");
    assert_covers(harmonic_held, "harmonic");
    assert_close(width, sqrt(2 * 0.04 / BLOCKS), 0.05); // the drift is out
}

// Samples of 20 % around executions of 5 %: blocks of 3 executions of 10.
static void jackknife_of_a_variation_covers(void **state)
{
    (void)state;
    enum { BLOCKS = 10, EXECUTIONS = 3, SAMPLES = 10, FREEDOM = EXECUTIONS * (SAMPLES - 1) };
    struct stream stream = stream_from(11);
    size_t held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double means[BLOCKS] = {0}, squares[BLOCKS] = {0}, without[BLOCKS], mean = 0, sum = 0;
        for (size_t i = 0; i < BLOCKS; i++) {
            for (size_t e = 0; e < EXECUTIONS; e++) {
                struct moments samples = {0};
                double middle = 10 + 0.5 * normal(&stream);
                for (size_t s = 0; s < SAMPLES; s++)
                    moments_add(&samples, (double[]){middle + 2 * normal(&stream)}, 1);
                means[i] += moments_mean(&samples) / EXECUTIONS;
                squares[i] += samples.squares;
            }
            mean += means[i] / BLOCKS;
            sum += squares[i];
        }
        for (size_t i = 0; i < BLOCKS; i++)
            without[i] = sqrt((sum - squares[i]) / (FREEDOM * (BLOCKS - 1))) /
                         (mean + (mean - means[i]) / (BLOCKS - 1));
        struct value_with_error number =
            jackknife(sqrt(sum / (FREEDOM * BLOCKS)) / mean, without, BLOCKS);
        held += holds(&number, 0.2);
    }
    assert_covers(held, "variation");
}

enum { POINTS = 6, BLOCKS = 5 };

// A line through values by block, then by point; `means` and `without` are room for as many.
static struct line line_of(const double *places, double values[BLOCKS][POINTS], size_t count)
{
    struct value_with_error means[POINTS];
    double without[BLOCKS * POINTS], less[BLOCKS];
    for (size_t p = 0; p < count; p++) {
        double sum = 0;
        for (size_t b = 0; b < BLOCKS; b++)
            sum += values[b][p];
        for (size_t b = 0; b < BLOCKS; b++)
            without[b * count + p] = less[b] = (sum - values[b][p]) / (BLOCKS - 1);
        means[p] = jackknife(sum / BLOCKS, less, BLOCKS);
    }
    return line_through(&(struct line_points){places, means, count, without, BLOCKS}, 0.95);
}

static void lines_go_through_points(void **state)
{
    (void)state;
    static const double places[] = {1, 2, 4};
    // Blocks shift all points alike, but for the last point of two of them.
    double values[BLOCKS][POINTS] = {
        {4, 6, 10}, {6, 8, 12}, {5, 7, 11}, {4, 6, 10.5}, {6, 8, 11.5}};
    struct line line = line_of(places, values, 3);
    assert_true(line.defined && line.fit == LINE_FITS && line.slope.df == BLOCKS - 1);
    assert_close(line.slope.value, 2, 1e-12);
    assert_close(line.intercept.value, 3, 1e-12);
    // Slopes of single blocks, of ±0.5 at the last place: weight (4 - 7/3)/(42/9).
    assert_close(line.slope.variance, 2 * 0.25 * (25.0 / 9) / (42.0 / 9 * 42 / 9) / 4 / 5, 1e-12);
    double bent[BLOCKS][POINTS] = {{4, 4, 10}, {6, 6, 12}, {5, 5, 11}, {4, 4, 10}, {6, 6, 12}};
    line = line_of(places, bent, 3);
    assert_true(line.fit == LINE_MISSES && line.missed == 3 && line.farthest == 1);
    line = line_of(places, values, 2);
    assert_true(line.defined && line.fit == LINE_UNTRIED);
    assert_false(line_of((const double[]){2, 2}, values, 2).defined);
    assert_false(line_of(places, values, 1).defined);
}

// The middle point lies off by (-2 to 2) + t standard errors of that.
static struct line bent_by(double t)
{
    double values[BLOCKS][POINTS] = {{0}};
    for (size_t b = 0; b < BLOCKS; b++)
        values[b][1] = (double)b - 2 + t * sqrt(2.5 / BLOCKS);
    return line_of((const double[]){1, 2, 3}, values, 3);
}

// Student's t of 4 degrees of freedom at a third of 5 %, two-sided, is 3.9608.
static void points_are_off_by_three_tests(void **state)
{
    (void)state;
    struct line fits = bent_by(3.96), misses = bent_by(3.961), below = bent_by(-3.961);
    assert_true(fits.fit == LINE_FITS && fits.missed == 0);
    assert_true(misses.fit == LINE_MISSES && misses.missed == 3);
    assert_true(below.fit == LINE_MISSES && below.missed == 3);
}

// Degrees of freedom are those of the point with the fewest, wherever it is.
static void the_fewest_degrees_of_freedom(void **state)
{
    (void)state;
    static const double places[] = {1, 2, 4};
    static const double without[] = {1, 2, 4, 2, 3, 5, 1, 3, 4, 2, 2, 5, 1, 2, 5};
    for (size_t i = 0; i < 3; i++) {
        struct value_with_error means[] = {{1, 1, 4}, {2, 1, 4}, {4, 1, 4}};
        means[i].df = 3;
        struct line line =
            line_through(&(struct line_points){places, means, 3, without, BLOCKS}, 0.95);
        assert_true(line.slope.df == 3 && line.intercept.df == 3);
    }
}

static void assert_farthest(double a, double b, double c, size_t farthest, double off)
{
    double values[BLOCKS][POINTS];
    for (size_t block = 0; block < BLOCKS; block++)
        for (size_t p = 0; p < 3; p++)
            values[block][p] = p == 0 ? a : p == 1 ? b : c;
    struct line line = line_of((const double[]){1, 2, 3}, values, 3);
    assert_int_equal(line.farthest, farthest);
    assert_close(line.off, off, 1e-12);
}

// At 1, 2, 3 the residuals are those of (-1, 2, -1)/6·(2b - a - c); that of a zero has no share.
static void the_farthest_point_by_hand(void **state)
{
    (void)state;
    assert_farthest(0, 4, 5, 1, 1.0 / 4); // residuals -1/2, 1, -1/2
    assert_farthest(3, 0, 6, 0, 1.5 / 3); // 3/2, -3, 3/2
    assert_farthest(5, 4, 0, 1, 1.0 / 4);
    assert_farthest(4, 9, 2, 2, -2.0 / 2); // -2, 4, -2
}

// Rounding counts in the largest value, whichever it is; the others are its billionth.
static void rounding_is_of_the_largest_value(void **state)
{
    (void)state;
    for (size_t largest = 0; largest < 3; largest++) {
        double places[3], values[BLOCKS][POINTS];
        for (size_t p = 0; p < 3; p++) {
            places[p] = p == largest ? 0 : 1 - 1e-9 * (double)(p + 1);
            for (size_t b = 0; b < BLOCKS; b++)
                values[b][p] = 1e6 * (1 - places[p]);
        }
        struct line line = line_of(places, values, 3);
        assert_true(line.fit == LINE_FITS && line.missed == 0);
    }
}

// Counts that are the same in each block: rounding is no noise, and none is not known.
static void lines_without_noise_are_lines(void **state)
{
    (void)state;
    static const double places[POINTS] = {0.1, 0.2, 0.3, 0.7, 1.1, 1.3};
    double values[BLOCKS][POINTS];
    for (size_t b = 0; b < BLOCKS; b++)
        for (size_t p = 0; p < POINTS; p++)
            values[b][p] = 1234567 * places[p] + 7;
    struct line line = line_of(places, values, POINTS);
    assert_true(line.fit == LINE_FITS && line.slope.df > 0);
    struct value_with_error alone[] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    static const double without[] = {NAN, NAN, NAN};
    line = line_through(&(struct line_points){places, alone, 3, without, 1}, 0.95);
    assert_true(line.defined && line.fit == LINE_UNTRIED && line.slope.df == 0);
}

// How often intervals hold; noise of points and of whole blocks is a share of the value, or, of the
// block's `shift`, the same everywhere.
static void assert_line_covers(const double *places, double slope, double intercept, double own,
                               double common, double shift)
{
    struct stream stream = stream_from(7);
    size_t slope_held = 0, intercept_held = 0, fits = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double values[BLOCKS][POINTS];
        for (size_t b = 0; b < BLOCKS; b++) {
            double factor = 1 + common * normal(&stream), add = shift * normal(&stream);
            for (size_t p = 0; p < POINTS; p++)
                values[b][p] =
                    (slope * places[p] + intercept) * (factor + own * normal(&stream)) + add;
        }
        struct line line = line_of(places, values, POINTS);
        slope_held += holds(&line.slope, slope);
        intercept_held += holds(&line.intercept, intercept);
        fits += line.fit == LINE_FITS;
    }
    assert_covers(slope_held, "slope");
    assert_covers(intercept_held, "intercept");
    assert_true((double)fits > 0.93 * TRIALS);
}

static void lines_cover(void **state)
{
    (void)state;
    static const double threads[POINTS] = {1, 1 / 2.0, 1 / 3.0, 1 / 4.0, 1 / 6.0, 1 / 8.0};
    static const double sizes[POINTS] = {1, 2, 3, 4, 5, 6};
    assert_line_covers(threads, 100, 4, 0.05, 0, 0);
    assert_line_covers(sizes, 100, 4, 0.01, 0.05, 0); // a layout that makes all faster
    assert_line_covers(sizes, 100, 4, 0.001, 0, 10);
}

int tests_of_jackknife(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jackknife_of_a_mean_is_the_mean),
        cmocka_unit_test(jackknife_covers),
        cmocka_unit_test(jackknife_of_a_variation_covers),
        cmocka_unit_test(lines_go_through_points),
        cmocka_unit_test(lines_without_noise_are_lines),
        cmocka_unit_test(points_are_off_by_three_tests),
        cmocka_unit_test(the_fewest_degrees_of_freedom),
        cmocka_unit_test(the_farthest_point_by_hand),
        cmocka_unit_test(rounding_is_of_the_largest_value),
        cmocka_unit_test(lines_cover),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
