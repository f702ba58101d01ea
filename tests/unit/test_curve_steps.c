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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_found),         cmocka_unit_test(noise_moves_no_step),
        cmocka_unit_test(noise_is_no_step),        cmocka_unit_test(a_rise_may_come_first),
        cmocka_unit_test(few_points_are_no_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
