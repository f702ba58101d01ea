// Independence, level shifts and bimodality of drawn series, done again by plain formulas.
#include "normal.h"
#include "plain.h"
#include "testing.h"

#include "model/level.h"
#include "stats/series/bimodality.h"
#include "stats/series/change_points.h"
#include "stats/series/independence.h"
#include "stats/series/level_shifts.h"

enum { ROWS = 4, SHUFFLES = 199 };

// ---- Independence

struct lags {
    double r[INDEPENDENCE_LAGS], beyond[INDEPENDENCE_LAGS], Q;
};

static struct lags lags_of(double rows[ROWS][MOST], const size_t *counts)
{
    struct lags lags = {0};
    double squares = 0, expected[INDEPENDENCE_LAGS] = {0}, pairs[INDEPENDENCE_LAGS] = {0};
    for (int i = 0; i < ROWS; i++) {
        double n = (double)counts[i], about = mean(rows[i], 0, counts[i]);
        double own = (n - 1) * variance(rows[i], 0, counts[i]);
        squares += own;
        for (size_t lag = 1; lag <= INDEPENDENCE_LAGS; lag++) {
            expected[lag - 1] -= own * (n - (double)lag) / (n * (n - 1));
            pairs[lag - 1] += n - (double)lag;
            for (size_t t = lag; t < counts[i]; t++)
                lags.r[lag - 1] += (rows[i][t] - about) * (rows[i][t - lag] - about);
        }
    }
    for (int k = 0; k < INDEPENDENCE_LAGS; k++) {
        lags.r[k] /= squares;
        lags.beyond[k] = fabs(lags.r[k] - expected[k] / squares);
        lags.Q += lags.beyond[k] * lags.beyond[k] / pairs[k];
    }
    return lags;
}

// The copies that the seed determines.
static void shuffle(struct stream *stream, double *values, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t at = (size_t)(((unsigned __int128)stream_next(stream) * i) >> 64);
        double swap = values[i - 1];
        values[i - 1] = values[at];
        values[at] = swap;
    }
}

static struct independence independence_again(double rows[ROWS][MOST], const size_t *counts,
                                              uint64_t seed)
{
    struct independence result = {.known = true};
    struct lags own = lags_of(rows, counts);
    struct stream stream = stream_from(seed);
    double r[INDEPENDENCE_LAGS][SHUFFLES], above[INDEPENDENCE_LAGS] = {0}, above_Q = 0;
    for (int s = 0; s < SHUFFLES; s++) {
        for (int i = 0; i < ROWS; i++)
            shuffle(&stream, rows[i], counts[i]);
        struct lags copy = lags_of(rows, counts);
        above_Q += copy.Q >= own.Q;
        for (int k = 0; k < INDEPENDENCE_LAGS; k++) {
            r[k][s] = copy.r[k];
            above[k] += copy.beyond[k] >= own.beyond[k];
        }
    }
    bool large = false;
    result.p = (above_Q + 1) / (SHUFFLES + 1);
    for (int k = 0; k < INDEPENDENCE_LAGS; k++) {
        result.r[k] = own.r[k];
        result.p_lag[k] = (above[k] + 1) / (SHUFFLES + 1);
        result.shuffled_low[k] = ranked(r[k], SHUFFLES, SHUFFLES / 40);
        result.shuffled_high[k] = ranked(r[k], SHUFFLES, SHUFFLES - 1 - SHUFFLES / 40);
        large |= own.beyond[k] >= 0.1;
    }
    result.independent = !large || result.p > 0.01;
    return result;
}

// Memory of the value before, or of the fourth before alone; spikes now and then, also the first.
static void draw_row(struct stream *stream, size_t lag, double memory, double *values, size_t count)
{
    for (size_t t = 0; t < count; t++)
        values[t] = normal(stream) + (t < lag ? 0 : memory * values[t - lag]);
    for (size_t t = 0; t < count; t++)
        if (stream_below(stream, t == 0 ? 2 : 20) == 0)
            values[t] += stream_below(stream, 2) ? 30 : -30;
}

static void unspike(double *moved, const double *values, size_t count)
{
    double middle[MOST], about = median(values, count);
    for (size_t t = 0; t < count; t++)
        middle[t] = about;
    double most = 4 * spread(values, middle, count);
    for (size_t t = 0; t < count; t++)
        moved[t] = fmin(fmax(values[t], about - most), about + most);
}

static void test_independence(void **state)
{
    (void)state;
    static const size_t counts[] = {60, INDEPENDENCE_LEAST, 100, 33};
    double values[ROWS][MOST], moved[ROWS][MOST], few[INDEPENDENCE_LEAST - 1] = {1, 2, 3};
    struct stream stream = stream_from(5);
    int dependent = 0;
    for (uint64_t trial = 0; trial < 200; trial++) {
        struct row rows[ROWS + 1] = {[ROWS] = {few, INDEPENDENCE_LEAST - 1}};
        for (int i = 0; i < ROWS; i++) {
            draw_row(&stream, trial % 2 ? 4 : 1, trial % 2 ? -0.7 : 0.3, values[i], counts[i]);
            unspike(moved[i], values[i], counts[i]);
            rows[i] = (struct row){values[i], counts[i]};
        }
        struct independence found = independence_of(rows, ROWS + 1, SHUFFLES, trial);
        struct independence again = independence_again(moved, counts, trial);
        assert_true(found.known && found.independent == again.independent);
        dependent += !found.independent;
        assert_close(found.p, again.p, 1e-12);
        for (int k = 0; k < INDEPENDENCE_LAGS; k++) {
            assert_close(found.r[k], again.r[k], 1e-9);
            assert_close(found.p_lag[k], again.p_lag[k], 1e-12);
            assert_close(found.shuffled_low[k], again.shuffled_low[k], 1e-9);
            assert_close(found.shuffled_high[k], again.shuffled_high[k], 1e-9);
        }
    }
    assert_in_range(dependent, 50, 180);
}

// ---- Level shifts

static double noise_between(const double *values, size_t count)
{
    double steps[MOST];
    for (size_t i = 1; i < count; i++)
        steps[i - 1] = fabs(values[i] - values[i - 1]);
    return fmax(1.4826 * median(steps, count - 1) / sqrt(2), 0.001);
}

struct levels {
    size_t count, begin[MOST + 1]; // and the end of the last
    bool apart[MOST];
    size_t apart_count;
    double apart_most, spread, mean[MOST];
};

static double error_squared(const double *drawn, double noise, size_t begin, size_t end)
{
    return fmax(variance(drawn, begin, end), noise * noise) / (double)(end - begin);
}

// Joins two levels if any two neighbours are similar: those for which the squares grow least.
static bool join_once(struct levels *levels, const double *drawn, double noise)
{
    size_t best = levels->count;
    double least = INFINITY;
    for (size_t i = 0; i + 1 < levels->count; i++) {
        const size_t *at = levels->begin + i;
        double apart = fabs(mean(drawn, at[0], at[1]) - mean(drawn, at[1], at[2]));
        double error = sqrt(error_squared(drawn, noise, at[0], at[1]) +
                            error_squared(drawn, noise, at[1], at[2]));
        double growth = apart * apart / (1 / (double)(at[1] - at[0]) + 1 / (double)(at[2] - at[1]));
        if (apart < fmax(log(1.05), 5 * error) && growth < least) {
            least = growth;
            best = i;
        }
    }
    if (best == levels->count)
        return false;
    for (size_t i = best + 1; i < levels->count; i++)
        levels->begin[i] = levels->begin[i + 1];
    levels->count--;
    return true;
}

static void replace_lone(struct levels *levels, const double *values, size_t count, double *drawn)
{
    double most = fmax(log(1.05), 6 * noise_between(values, count));
    for (size_t i = 0; i < count; i++) {
        size_t first = i < 2 ? 0 : i + 3 > count ? count - 5 : i - 2;
        double middle = median(values + first, 5);
        levels->apart[i] = values[i] > middle + most;
        levels->apart_count += levels->apart[i];
        drawn[i] = levels->apart[i] ? middle : values[i];
        if (levels->apart[i])
            levels->apart_most = fmax(levels->apart_most, exp(values[i] - middle) - 1);
    }
}

static struct levels levels_again(const double *seconds, size_t count)
{
    struct levels levels = {0};
    double values[MOST], drawn[MOST], distances[MOST];
    for (size_t i = 0; i < count; i++)
        values[i] = log(seconds[i]);
    replace_lone(&levels, values, count, drawn);
    struct change_rules rules = {6 * log((double)count), 3, 1e-6};
    levels.count = 1 + change_points(drawn, count, &rules, levels.begin + 1);
    levels.begin[levels.count] = count;
    while (join_once(&levels, drawn, noise_between(drawn, count)))
        continue;
    size_t kept = 0;
    for (size_t i = 0; i < levels.count; i++) {
        double about = mean(drawn, levels.begin[i], levels.begin[i + 1]);
        levels.mean[i] = exp(about);
        for (size_t k = levels.begin[i]; k < levels.begin[i + 1]; k++)
            if (!levels.apart[k])
                distances[kept++] = fabs(drawn[k] - about);
    }
    levels.spread = exp(ranked(distances, kept, kept * 9 / 10)) - 1;
    return levels;
}

// Levels of three and more, some hardly different, and lone ones, some hardly apart.
static size_t draw_levels(struct stream *stream, double *seconds)
{
    size_t count = LEVEL_SHIFTS_LEAST + (size_t)stream_below(stream, 32);
    double noise = exp(-3 - 3 * normal(stream) * normal(stream) * 0.3 - 1), level = 0;
    for (size_t i = 0; i < count; i++) {
        if (stream_below(stream, 6) == 0)
            level += normal(stream) * (stream_below(stream, 2) ? 0.1 : 0.5);
        seconds[i] = 0.003 * exp(level + noise * normal(stream));
        if (stream_below(stream, 10) == 0)
            seconds[i] *= 1.03 + 0.01 * (double)stream_below(stream, 30);
    }
    return count;
}

static void test_level_shifts(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct stream stream = stream_from(6);
    size_t several = 0;
    for (int trial = 0; trial < 20000; trial++) {
        double seconds[MOST];
        size_t count = draw_levels(&stream, seconds);
        struct level_shifts found = level_shifts_find(&arena, seconds, count);
        struct levels again = levels_again(seconds, count);
        assert_int_equal(found.count, again.count);
        several += found.count > 1;
        for (size_t i = 0; i < found.count; i++) {
            assert_int_equal(found.items[i].first, again.begin[i]);
            assert_int_equal(found.items[i].count, again.begin[i + 1] - again.begin[i]);
            assert_close(found.items[i].mean, again.mean[i], 1e-12);
        }
        assert_memory_equal(found.apart, again.apart, count * sizeof(bool));
        assert_int_equal(found.apart_count, again.apart_count);
        assert_close(found.apart_most, again.apart_most, 1e-9);
        assert_close(found.spread, again.spread, 1e-9);
        arena_release(&arena);
    }
    assert_in_range(several, 5000, 19000);
}

// ---- Bimodality

static size_t count_near(const double *values, size_t count, double centre, double reach)
{
    size_t near = 0;
    for (size_t i = 0; i < count; i++)
        near += fabs(values[i] - centre) < reach;
    return near;
}

static struct bimodality bimodality_again(const double *values, size_t count)
{
    struct bimodality best = {0};
    double sorted[MOST], n = (double)count, greatest = 5 + 10 / n;
    memcpy(sorted, values, count * sizeof *values);
    qsort(sorted, count, sizeof *sorted, by_value);
    size_t least = count / 20 > 3 ? count / 20 : 3;
    for (size_t k = least; k + least <= count; k++) {
        double within = (double)(k - 1) * variance(sorted, 0, k) +
                        (n - (double)k - 1) * variance(sorted, k, count);
        double low = mean(sorted, 0, k), high = mean(sorted, k, count);
        double distance = (high - low) / sqrt(within / (n - 2));
        if (high > low && distance > greatest) {
            greatest = distance;
            best = (struct bimodality){true, low, high, 1 - (double)k / n};
        }
    }
    double reach = (best.high - best.low) / 6;
    size_t between = count_near(sorted, count, (best.low + best.high) / 2, reach);
    best.two = best.two && between < count_near(sorted, count, best.low, reach) &&
               between < count_near(sorted, count, best.high, reach);
    return best;
}

// Two groups with some values between them, among others that do not belong to the series.
static void test_bimodality(void **state)
{
    (void)state;
    struct stream stream = stream_from(7);
    size_t two = 0, none = 0;
    for (int trial = 0; trial < 20000; trial++) {
        double room[3 * MOST], *values = room + 1;
        size_t count = BIMODALITY_LEAST + (size_t)stream_below(&stream, 30);
        double distance = 6 + (double)stream_below(&stream, 9);
        for (size_t i = 0; i < 3 * MOST; i++) {
            uint64_t group = stream_below(&stream, 12);
            room[i] = normal(&stream) + distance * (group < 5 ? 0 : group < 10 ? 1 : 0.5);
        }
        values[2 * count] = 1e15;
        struct bimodality again = bimodality_again(values, count);
        struct bimodality found = bimodality_of(values, count);
        assert_true(found.two == again.two);
        assert_close(found.low, again.low, 1e-6);
        assert_close(found.high, again.high, 1e-6);
        assert_close(found.share, again.share, 1e-9);
        two += found.two;
        none += !found.two && found.share > 0;
    }
    assert_true(two > 100 && none > 10);
}

int tests_of_series_formulas(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_independence),
        cmocka_unit_test(test_level_shifts),
        cmocka_unit_test(test_bimodality),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
