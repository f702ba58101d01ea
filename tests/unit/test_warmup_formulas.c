// Warm-up detection of drawn series, done again by plain formulas.
#include "normal.h"
#include "plain.h"
#include "testing.h"

#include "stats/series/change_points.h"
#include "stats/series/mser.h"
#include "stats/series/warmup_detection.h"

struct series {
    double values[MOST]; // without spikes
    size_t count, leading;
    double scale, level;
};

static struct series without_spikes(const double *values, size_t count, double resolution)
{
    struct series series = {.count = count, .level = median(values, count)};
    double middle[MOST];
    size_t reach = (count - 1) / 4 < 7 ? (count - 1) / 4 : 7;
    for (size_t i = 0; i < count; i++) {
        size_t first = i < reach ? 0 : i - reach;
        if (first + 2 * reach + 1 > count)
            first = count - 2 * reach - 1;
        middle[i] = median(values + first, 2 * reach + 1);
    }
    series.scale = fmax(fmax(spread(values, middle, count), resolution), 1e-6 * fabs(series.level));
    bool leading = true;
    for (size_t i = 0; i < count; i++) {
        double most = 4 * series.scale;
        leading &= fabs(values[i] - middle[i]) > most;
        series.leading += leading;
        series.values[i] = fmin(fmax(values[i], middle[i] - most), middle[i] + most);
    }
    return series;
}

static double error_squared(const struct series *series, size_t begin, size_t end)
{
    double least = series->scale * series->scale;
    return fmax(variance(series->values, begin, end), least) / (double)(end - begin);
}

// Whether the means of [a, b) and [c, d) differ by 0.5 % of the latter, and by four standard
// errors.
static bool differ(const struct series *series, size_t a, size_t b, size_t c, size_t d)
{
    double one = mean(series->values, a, b), other = mean(series->values, c, d);
    double error = sqrt(error_squared(series, a, b) + error_squared(series, c, d));
    return fabs(one - other) > 0.005 * fabs(other) && fabs(one - other) > 4 * error;
}

static double shift_of(const struct series *series, size_t a, size_t b, size_t c, size_t d)
{
    double before = mean(series->values, a, b);
    return before == 0 ? 0 : mean(series->values, c, d) / before - 1;
}

// The first segment from which at most 5 % of the values, or five, differ.
static size_t first_lasting(const struct series *series, const size_t *at, size_t segments)
{
    for (size_t i = 0; i < segments; i++) {
        size_t other = 0;
        for (size_t j = i + 1; j < segments; j++)
            other += differ(series, at[i], at[i + 1], at[j], at[j + 1]) ? at[j + 1] - at[j] : 0;
        if ((double)other <= fmax(0.05 * (double)(series->count - at[i]), 5))
            return i;
    }
    return segments - 1;
}

// Takes the differences of passing segments off.
static void level(struct series *series, const size_t *at, size_t segments)
{
    double first = mean(series->values, at[0], at[1]);
    for (size_t j = 1; j < segments; j++) {
        double shift = first - mean(series->values, at[j], at[j + 1]);
        if (differ(series, at[0], at[1], at[j], at[j + 1]))
            for (size_t i = at[j]; i < at[j + 1]; i++)
                series->values[i] += shift;
    }
}

static bool change(const struct series *series, size_t at, struct warmup_detection *found)
{
    if (!differ(series, found->warmup, at, at, series->count))
        return false;
    found->shift = shift_of(series, found->warmup, at, at, series->count);
    found->warmup = found->last_change = at;
    return true;
}

static struct warmup_detection again(const double *values, size_t count, double resolution)
{
    struct series series = without_spikes(values, count, resolution);
    double floor = fmax(resolution * resolution / 12, 1e-12 * series.level * series.level);
    struct change_rules rules = {15 * log((double)count), 5, fmax(floor, 1e-300)};
    size_t at[MOST] = {0};
    size_t segments = 1 + change_points(series.values, count, &rules, at + 1);
    at[segments] = count;
    size_t k = first_lasting(&series, at, segments);
    struct warmup_detection found = {.kind = WARMUP_STEADY, .warmup = at[k], .last_change = at[k]};
    if (k > 0)
        found.shift = shift_of(&series, at[k - 1], at[k], at[k], at[k + 1]);
    level(&series, at + k, segments - k);
    struct mser mser = mser_cut(series.values, count, 5);
    bool never = false;
    if (mser.warmup >= found.warmup + 5)
        never = change(&series, mser.warmup, &found) && !mser.seen;
    if (found.warmup > count / 2)
        never = true;
    else if (change(&series, (found.warmup + count) / 2, &found))
        never = true;
    if (never)
        found.kind = WARMUP_NEVER_STEADY;
    found.warmup = never ? 0 : found.warmup < series.leading ? series.leading : found.warmup;
    return found;
}

// Noise about a level with some of: a warm-up, a decay, passing or lasting changes, a slope,
// spikes.
static size_t draw(struct stream *stream, double *values, double *resolution)
{
    size_t count = WARMUP_DETECTION_LEAST + (size_t)stream_below(stream, 130);
    double about = stream_below(stream, 5) ? 1 : 0,
           noise = pow(10, -1 - 3 * ((double)stream_below(stream, 1000) / 1000));
    double decay = stream_below(stream, 3) ? 0 : 10 * noise, size = noise * 6;
    double slope = stream_below(stream, 3) ? 0 : noise * 3, now = 0;
    for (size_t i = 0; i < count; i++) {
        if (stream_below(stream, 25) == 0)
            now = stream_below(stream, 2) ? 0 : size * normal(stream);
        values[i] = about + now + noise * normal(stream) + decay * exp(-(double)i / 10) +
                    slope * (double)i / (double)count;
        if (stream_below(stream, i < 4 ? 4 : 20) == 0)
            values[i] += noise * (double)stream_below(stream, 30);
    }
    *resolution =
        stream_below(stream, 2) ? 0 : noise * 2 * ((double)stream_below(stream, 1000) / 1000);
    return count;
}

static struct warmup_detection assert_again(const double *values, size_t count, double resolution)
{
    struct warmup_detection found = warmup_detect(values, count, resolution);
    struct warmup_detection other = again(values, count, resolution);
    assert_int_equal(found.kind, other.kind);
    assert_int_equal(found.warmup, other.warmup);
    assert_int_equal(found.last_change, other.last_change);
    assert_close(found.shift, other.shift, 1e-6);
    return found;
}

// Ten values are too few to differ from the rest; the ten after them that pass make them enough,
// if exactly these move to the level of the first.
static void test_passing_values(void **state)
{
    (void)state;
    size_t warm = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct stream stream = stream_from(seed);
        double values[MOST];
        for (size_t i = 0; i < MOST; i++)
            values[i] = 1 + 0.02 * (normal(&stream) + (i < 10 ? 1.1 : i < 20 ? 40 : 0));
        warm += assert_again(values, MOST, 0).last_change == 20;
    }
    assert_in_range(warm, 5, 30);
}

static void test_again(void **state)
{
    (void)state;
    struct stream stream = stream_from(8);
    size_t never = 0, warm = 0;
    for (int trial = 0; trial < 6000; trial++) {
        double values[MOST], resolution;
        size_t count = draw(&stream, values, &resolution);
        struct warmup_detection found = assert_again(values, count, resolution);
        never += found.kind == WARMUP_NEVER_STEADY;
        warm += found.warmup > 0;
    }
    assert_in_range(never, 500, 4000);
    assert_in_range(warm, 500, 4000);
}

int tests_of_warmup_formulas(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passing_values),
        cmocka_unit_test(test_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
