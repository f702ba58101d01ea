// Steps of a curve: where they are, and that there are none where none are.
#include "normal.h"
#include "testing.h"

#include "stats/curve/curve_steps.h"

enum { POINTS_MOST = 64 };

struct curve {
    double places[POINTS_MOST];
    struct value_with_error means[POINTS_MOST];
    size_t count;
};

// Latencies of three caches and memory over sizes from 4 KiB by a factor; a rise is as many
// doublings wide.
static struct curve latencies(double factor, double wide, double noise, uint64_t seed)
{
    static const double ends[] = {54e3, 1.2e6, 28e6}, levels[] = {1, 3.5, 13, 100};
    struct stream stream = stream_from(seed);
    struct curve curve = {.count = 0};
    for (double size = 4096; size < 3e8; size *= factor) {
        double value = levels[0];
        for (size_t i = 0; i < 3; i++) {
            double up = (log2(size / ends[i]) + wide / 2) / wide;
            value += (levels[i + 1] - levels[i]) * fmin(fmax(up, 0), 1);
        }
        value *= 1 + noise * normal(&stream);
        curve.places[curve.count] = size;
        curve.means[curve.count++] = (struct value_with_error){value, pow(noise * value, 2), 4};
    }
    return curve;
}

static void assert_step(const struct curve *curve, const struct curve_step *step, double place)
{
    double last = curve->places[step->last], first = curve->places[step->first];
    if (!(last <= place && place <= first) || step->first != step->last + 1)
        fail_msg("%.0f is not between %.0f and %.0f", place, last, first);
}

static void assert_caches(const struct curve *curve)
{
    struct curve_steps steps = curve_steps_of(curve->places, curve->means, curve->count);
    assert_int_equal(steps.count, 3);
    assert_step(curve, &steps.items[0], 54e3);
    assert_step(curve, &steps.items[1], 1.2e6);
    assert_step(curve, &steps.items[2], 28e6);
    assert_false(steps.rises_on);
}

static void steps_are_found(void **state)
{
    (void)state;
    struct curve sharp = latencies(2, 0.01, 0.001, 1), dense = latencies(M_SQRT2, 0.01, 0.001, 1),
                 blurred = latencies(M_SQRT2, 2, 0.001, 1);
    assert_caches(&sharp);
    assert_caches(&dense);
    assert_caches(&blurred);
    struct curve_steps steps = curve_steps_of(dense.places, dense.means, dense.count);
    assert_int_equal(steps.items[1].begins, steps.items[1].last);
    assert_int_equal(steps.items[1].ends, steps.items[1].first);
    assert_close(steps.items[1].lower, 3.5, 0.02);
    assert_close(steps.items[1].upper, 13, 0.02);
    steps = curve_steps_of(blurred.places, blurred.means, blurred.count);
    assert_true(steps.items[1].ends - steps.items[1].begins > 2);
}

// A mean with a relative standard error.
static struct value_with_error mean_of(double value, double error)
{
    return (struct value_with_error){value, pow(error * value, 2), 4};
}

// Two falling pairs are pooled by 1/error², and so are the three points beside the step.
static void levels_by_hand(void **state)
{
    (void)state;
    static const double values[] = {10, 12, 12, 11, 11, 30, 31, 33, 34, 34},
                        errors[] = {0.02, 0.02, 0.03, 0.04, 0.05, 0.02, 0.04, 0.05, 0.02, 0.03};
    struct curve curve = {.count = 10};
    for (size_t i = 0; i < 10; i++) {
        curve.places[i] = (double)(1 << i);
        curve.means[i] = mean_of(values[i], errors[i]);
    }
    struct curve_steps steps = curve_steps_of(curve.places, curve.means, 10);
    assert_int_equal(steps.count, 1);
    assert_true(steps.items[0].last == 4 && steps.items[0].first == 5);
    // weights 2500, 10000/9, 625, 400; then 2500, 625, 400
    double both = 2500 + 10000 / 9.0;
    assert_close(steps.items[0].lower, exp((both * log(12) + 1025 * log(11)) / (both + 1025)),
                 1e-12);
    assert_close(steps.items[0].upper, exp((2500 * log(30) + 625 * log(31) + 400 * log(33)) / 3525),
                 1e-12);
    curve.means[0] = mean_of(13, 0.01); // falls at once: weight 10000
    steps = curve_steps_of(curve.places, curve.means, 10);
    assert_close(steps.items[0].lower,
                 exp((10000 * log(13) + both * log(12) + 1025 * log(11)) / (both + 11025)), 1e-12);
    curve.means[0].df = 0;               // the noise is not known: 10 %, weight 100
    curve.means[9] = mean_of(34, 0.001); // an error below 1 % counts as 1 %
    steps = curve_steps_of(curve.places, curve.means, 10);
    assert_close(steps.items[0].lower,
                 exp((100 * log(13) + both * log(12) + 1025 * log(11)) / (both + 1125)), 1e-12);
}

// The height at 9 is compared with that at 4.5, which lies ln(4.5/4)/ln(6/4) on the way from 4 to
// 6; the first place of a plateau stands in for what is before it.
static struct curve_steps steps_of(const double *places, const double *logs, double error,
                                   size_t count)
{
    struct value_with_error means[POINTS_MOST];
    for (size_t i = 0; i < count; i++)
        means[i] = mean_of(exp(logs[i]), error);
    return curve_steps_of(places, means, count);
}

static struct curve_steps uneven(double at_9)
{
    static const double places[] = {4, 6, 9, 13, 19, 27, 40, 60};
    double logs[] = {0.5, 0.7, at_9, 3, 3.2, 3.25, 3.25, 3.25};
    return steps_of(places, logs, 0.01, 8);
}

static void plateaus_between_places(void **state)
{
    (void)state;
    double most = 0.5 + log(1.3) + 0.2 * log(4.5 / 4) / log(1.5);
    struct curve_steps inside = uneven(most - 1e-6), outside = uneven(most + 1e-6);
    assert_true(inside.count == 1 && outside.count == 1);
    assert_close(log(inside.items[0].lower), (1.2 + most - 1e-6) / 3, 1e-12);
    assert_close(log(outside.items[0].lower), 0.5, 1e-12); // the first point alone
    assert_close(log(inside.items[0].upper), (3 + 3.2 + 3.25) / 3, 1e-12);
    assert_true(inside.from == 7 && !inside.rises_on);
}

// From 8 to 15.9 it rises by less than the least step, from 7.95 on by more.
static void where_plateaus_end(void **state)
{
    (void)state;
    static const double places[] = {1, 2, 4, 8, 15.9, 16.5, 40, 80, 160};
    double logs[] = {0, 0, 0, 0.2, 0.4615, 0.47, 2, 2, 2};
    struct curve_steps steps = steps_of(places, logs, 0.01, 9);
    assert_int_equal(steps.count, 1);
    assert_close(log(steps.items[0].lower), 0.2 / 3, 1e-12);
    steps = steps_of(places, logs, 0.01, 5);
    assert_true(steps.count == 0 && steps.from == 3 && !steps.rises_on);
    logs[4] = 0.463;
    steps = steps_of(places, logs, 0.01, 5);
    assert_true(steps.count == 0 && steps.from == 3 && steps.rises_on);
}

static void plateaus_of_two_points(void **state)
{
    (void)state;
    static const double places[] = {1, 2, 4, 8, 16, 32, 64, 128}, logs[] = {0, 0, 0, 1, 1, 2, 2, 2};
    struct curve_steps steps = steps_of(places, logs, 0.01, 8);
    assert_int_equal(steps.count, 2);
    assert_close(log(steps.items[0].upper), 1, 1e-12);
    assert_close(log(steps.items[1].lower), 1, 1e-12);
}

// Errors of 30 % join the first two plateaus; the step comes after the second.
static void uncertain_steps_join_plateaus(void **state)
{
    (void)state;
    static const double places[] = {1, 2, 4, 8, 16, 32, 64, 128, 256},
                        logs[] = {0, 0, 0, 0.5, 0.5, 0.5, 2.5, 2.5, 2.5};
    struct curve_steps steps = steps_of(places, logs, 0.3, 9);
    assert_int_equal(steps.count, 1);
    assert_close(log(steps.items[0].lower), 0.5, 1e-12);
    assert_true(steps.items[0].last == 5 && steps.from == 8);
    steps = steps_of(places, logs, 0.01, 9);
    assert_true(steps.count == 2 && steps.items[0].last == 2 && steps.items[1].last == 5);
}

static void noise_moves_no_step(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct curve sharp = latencies(2, 0.01, 0.05, seed);
        assert_caches(&sharp);
        sharp.means[2].value *= 4; // one that was disturbed
        assert_caches(&sharp);
    }
}

static void noise_is_no_step(void **state)
{
    (void)state;
    struct stream stream = stream_from(5);
    size_t alarms = 0;
    for (int trial = 0; trial < 1000; trial++) {
        struct curve flat = latencies(M_SQRT2, 0.01, 0, 1);
        for (size_t i = 0; i < flat.count; i++)
            flat.means[i] = (struct value_with_error){10 * (1 + 0.15 * normal(&stream)), 2.25, 4};
        alarms += curve_steps_of(flat.places, flat.means, flat.count).count > 0;
    }
    assert_in_range(alarms, 0, 20);
}

// The time of an access over its stride: each doubling doubles it, up to a line of 64 bytes.
static void a_rise_may_come_first(void **state)
{
    (void)state;
    struct curve curve = {.count = 7};
    for (size_t i = 0; i < 7; i++) {
        curve.places[i] = (double)(8 << i);
        curve.means[i] = (struct value_with_error){fmin(curve.places[i], 64) / 64, 1e-6, 4};
    }
    struct curve_steps steps = curve_steps_of(curve.places, curve.means, curve.count);
    assert_int_equal(steps.count, 1);
    assert_true(curve.places[steps.items[0].ends] == 64);
    curve.means[6].value = 2; // it rises again, and nobody knows how far
    steps = curve_steps_of(curve.places, curve.means, curve.count);
    assert_true(steps.count == 1 && steps.rises_on);
    assert_true(curve.places[steps.from] == 256);
}

static void few_points_are_no_curve(void **state)
{
    (void)state;
    struct curve curve = latencies(2, 0.01, 0.001, 1);
    assert_int_equal(curve_steps_of(curve.places, curve.means, 0).count, 0);
    assert_int_equal(curve_steps_of(curve.places, curve.means, 1).count, 0);
    assert_int_equal(curve_steps_of(curve.places, curve.means, 3).count, 0);
    curve.means[2].df = 0; // of a single execution
    assert_caches(&curve);
}

int tests_of_curve_steps(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_found),         cmocka_unit_test(noise_moves_no_step),
        cmocka_unit_test(noise_is_no_step),        cmocka_unit_test(a_rise_may_come_first),
        cmocka_unit_test(few_points_are_no_curve), cmocka_unit_test(levels_by_hand),
        cmocka_unit_test(plateaus_between_places), cmocka_unit_test(where_plateaus_end),
        cmocka_unit_test(plateaus_of_two_points),  cmocka_unit_test(uncertain_steps_join_plateaus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
