// Warm-up detection: PELT finds changes of level, MSER-5 finds the rest of a decay.
#include "stats/series/warmup_detection.h"

#include "base/arena.h"
#include "model/level.h"
#include "stats/quantile.h"
#include "stats/series/change_points.h"
#include "stats/series/mser.h"

#include <math.h>
#include <string.h>

enum {
    SEGMENT_LEAST = 5, // values
    REACH = 7,         // neighbours on each side with which a value is compared
};

static const double SPIKE = 4;         // standard deviations from the neighbours' median
static const double PRACTICAL = 0.005; // of a level: smaller changes are none
static const double CERTAIN = 4;       // standard errors, because the best of many splits is tested
static const double DISTURBED = 0.05;  // share of the values after the warm-up at other levels

struct series {
    double *values; // without spikes
    size_t count;
    double scale;   // standard deviation of a value about its neighbours' median
    double level;   // median of all
    size_t leading; // leading values that are spikes
};

struct stretch {
    size_t begin, end;
    double mean, variance;
};

static struct stretch stretch_of(const struct series *series, size_t begin, size_t end)
{
    struct stretch stretch = {.begin = begin, .end = end};
    double n = (double)(end - begin), origin = series->level;
    for (size_t i = begin; i < end; i++)
        stretch.mean += (series->values[i] - origin) / n;
    for (size_t i = begin; i < end; i++)
        stretch.variance += pow(series->values[i] - origin - stretch.mean, 2) / (n - 1);
    stretch.mean += origin;
    return stretch;
}

// Whether a difference has practical size and is not due to chance.
static bool differ(const struct series *series, const struct stretch *a, const struct stretch *b)
{
    double least = series->scale * series->scale;
    double error = fmax(a->variance, least) / (double)(a->end - a->begin) +
                   fmax(b->variance, least) / (double)(b->end - b->begin);
    double shift = fabs(a->mean - b->mean);
    return shift > PRACTICAL * fabs(b->mean) && shift > CERTAIN * sqrt(error);
}

static double relative_shift(const struct stretch *before, const struct stretch *after)
{
    return before->mean != 0 ? after->mean / before->mean - 1 : 0;
}

static double median_copy(const double *values, size_t count, double *room)
{
    memcpy(room, values, count * sizeof *values);
    return median_of(room, count);
}

// Moves single values that are far from their neighbours closer; the median is that of the
// neighbours.
static struct series without_spikes(struct arena *arena, const double *values, size_t count,
                                    double resolution)
{
    struct series series = {.values = arena_new_array(arena, double, count), .count = count};
    double *middle = arena_new_array(arena, double, count);
    double *room = arena_new_array(arena, double, count);
    series.level = median_copy(values, count, room);
    // The most values in a row that may be spikes: less than a quarter of all, see spread_of().
    size_t reach = (count - 1) / 4 < REACH ? (count - 1) / 4 : REACH, window = 2 * reach + 1;
    for (size_t i = 0; i < count; i++) {
        size_t first = i < reach ? 0 : i - reach, last = count - window;
        middle[i] = median_copy(values + (first < last ? first : last), window, room);
    }
    for (size_t i = 0; i < count; i++)
        series.values[i] = fabs(values[i] - middle[i]);
    memcpy(room, series.values, count * sizeof *room);
    series.scale = fmax(spread_of(room, count), fmax(resolution, 1e-6 * fabs(series.level)));
    double most = SPIKE * series.scale;
    for (size_t i = 0; i < count; i++) {
        double apart = values[i] - middle[i];
        series.values[i] = middle[i] + fmin(fmax(apart, -most), most);
        if (i == series.leading && fabs(apart) > most)
            series.leading++;
    }
    return series;
}

static size_t segments_of(struct arena *arena, const struct series *series, double resolution,
                          struct stretch **segments)
{
    double floor = fmax(resolution * resolution / 12, pow(1e-6 * series->level, 2));
    struct change_rules rules = {.penalty = 15 * log((double)series->count),
                                 .least = SEGMENT_LEAST,
                                 .variance_floor = fmax(floor, 1e-300)};
    size_t most = series->count / SEGMENT_LEAST;
    size_t *changes = arena_new_array(arena, size_t, most);
    size_t found = change_points(series->values, series->count, &rules, changes);
    *segments = arena_new_array(arena, struct stretch, most);
    for (size_t i = 0; i <= found; i++)
        (*segments)[i] =
            stretch_of(series, i > 0 ? changes[i - 1] : 0, i < found ? changes[i] : series->count);
    return found + 1;
}

// The first segment whose level nearly all later values share.
static size_t first_lasting(const struct series *series, const struct stretch *segments,
                            size_t count)
{
    for (size_t i = 0;; i++) { // the last one at the latest
        double other = 0;
        for (size_t j = i; j < count; j++)
            if (differ(series, &segments[i], &segments[j]))
                other += (double)(segments[j].end - segments[j].begin);
        if (other <= fmax(DISTURBED * (double)(series->count - segments[i].begin), SEGMENT_LEAST))
            return i;
    }
}

// Moves later segments that do not last to the level of the lasting one.
static void level_interference(struct series *series, const struct stretch *segments,
                               size_t lasting, size_t count)
{
    for (size_t j = lasting; j < count; j++)
        for (size_t i = segments[j].begin;
             differ(series, &segments[lasting], &segments[j]) && i < segments[j].end; i++)
            series->values[i] += segments[lasting].mean - segments[j].mean;
}

// Moves the end of the warm-up to `at`; returns whether the values before and after it differ.
static bool changes_at(const struct series *series, size_t at, struct warmup_detection *result)
{
    struct stretch before = stretch_of(series, result->warmup, at);
    struct stretch after = stretch_of(series, at, series->count);
    if (!differ(series, &before, &after))
        return false;
    result->warmup = result->last_change = at;
    result->shift = relative_shift(&before, &after);
    return true;
}

static struct warmup_detection judge(struct arena *arena, struct series *series, double resolution)
{
    struct stretch *segments;
    size_t count = segments_of(arena, series, resolution, &segments);
    size_t lasting = first_lasting(series, segments, count);
    struct warmup_detection result = {.kind = WARMUP_STEADY, .warmup = segments[lasting].begin};
    if (lasting > 0) {
        result.last_change = segments[lasting].begin;
        result.shift = relative_shift(&segments[lasting - 1], &segments[lasting]);
    }
    level_interference(series, segments, lasting, count);
    struct mser mser = mser_cut(series->values, series->count, MSER_BATCH);
    bool late = false;
    if (mser.warmup >= result.warmup + MSER_BATCH && changes_at(series, mser.warmup, &result))
        late = !mser.seen;
    size_t middle = result.warmup + (series->count - result.warmup) / 2;
    late |= result.warmup > series->count / 2 || changes_at(series, middle, &result);
    if (late)
        result.kind = WARMUP_NEVER_STEADY;
    result.warmup = late ? 0 : result.warmup > series->leading ? result.warmup : series->leading;
    return result;
}

struct warmup_detection warmup_detect(const double *values, size_t count, double resolution)
{
    if (count < WARMUP_DETECTION_LEAST)
        return (struct warmup_detection){.kind = WARMUP_UNKNOWN};
    struct arena scratch = {0};
    struct series series = without_spikes(&scratch, values, count, resolution);
    struct warmup_detection result = judge(&scratch, &series, resolution);
    arena_release(&scratch);
    return result;
}
