// Hierarchical bootstrap: draws units, then the units or values within them.
#include "stats/bootstrap.h"

#include "model/level.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Room for one more element and an end mark; the array doubles when it is full.
static void *with_room(struct hierarchy *hierarchy, int level, void *items, size_t size)
{
    size_t count = hierarchy->count[level];
    if (count + 1 < hierarchy->room[level])
        return items;
    hierarchy->room[level] = 2 * count + 16;
    void *larger = arena_array(hierarchy->arena, hierarchy->room[level], size);
    if (count > 0)
        memcpy(larger, items, count * size);
    return larger;
}

// Begins a unit at each of the levels 2 to `changed` + 2, the highest first.
static void open_units(struct hierarchy *hierarchy, const size_t *unit, int changed)
{
    for (int i = changed; i >= 0; i--) {
        hierarchy->first[i] =
            with_room(hierarchy, i + 1, hierarchy->first[i], sizeof **hierarchy->first);
        hierarchy->first[i][hierarchy->count[i + 1]++] = hierarchy->count[i];
        hierarchy->label[i] = unit[i];
    }
}

static size_t draw_below(struct stream *stream, size_t end)
{
    return (size_t)(((stream_next(stream) >> 32) * end) >> 32);
}

static double one_of(struct hierarchy *hierarchy, const double *values, size_t count)
{
    if (!hierarchy->smallest)
        return values[count > 1 ? draw_below(&hierarchy->stream, count) : 0];
    double least = values[0];
    for (size_t i = 1; i < count; i++)
        least = fmin(least, values[i]);
    return least;
}

void hierarchy_add(struct hierarchy *hierarchy, const size_t *unit, const double *values,
                   size_t count)
{
    if (count == 0)
        return;
    int changed = hierarchy->levels - 2;
    while (changed >= 0 && hierarchy->count[0] > 0 && unit[changed] == hierarchy->label[changed])
        changed--;
    open_units(hierarchy, unit, changed);
    for (size_t i = 0; i < count; i += hierarchy->group) {
        size_t rest = count - i;
        hierarchy->values = with_room(hierarchy, 0, hierarchy->values, sizeof *hierarchy->values);
        hierarchy->values[hierarchy->count[0]++] =
            one_of(hierarchy, values + i, rest < hierarchy->group ? rest : hierarchy->group);
    }
}

struct ranked {
    double value;
    size_t at;
};

static int by_value(const void *a, const void *b)
{
    const struct ranked *one = a, *other = b;
    int order = (one->value > other->value) - (one->value < other->value);
    return order ? order : (one->at > other->at) - (one->at < other->at);
}

static void rank_values(struct hierarchy *hierarchy)
{
    size_t count = hierarchy->count[0];
    struct arena scratch = {0};
    struct ranked *ranked = arena_new_array(&scratch, struct ranked, count);
    for (size_t i = 0; i < count; i++)
        ranked[i] = (struct ranked){hierarchy->values[i], i};
    qsort(ranked, count, sizeof *ranked, by_value);
    for (size_t i = 0; i < count; i++) {
        hierarchy->sorted[i] = ranked[i].value;
        hierarchy->place[ranked[i].at] = (uint32_t)i;
    }
    arena_release(&scratch);
}

// Puts their statistic in place of the values of each of the lowest units; what is above is
// averaged.
static void merge_values(struct hierarchy *hierarchy)
{
    const size_t *first = hierarchy->first[0];
    for (size_t i = 0; i < hierarchy->count[1]; i++) { // never before the values of the next unit
        double *values = hierarchy->values + first[i];
        size_t count = first[i + 1] - first[i];
        sort_numbers(values, count);
        hierarchy->values[i] =
            statistic_of_turned(&hierarchy->statistic, hierarchy->more, values, count);
    }
    hierarchy->levels--;
    for (int i = 0; i < hierarchy->levels; i++) {
        hierarchy->first[i] = hierarchy->first[i + 1];
        hierarchy->count[i] = hierarchy->count[i + 1];
    }
    hierarchy->statistic = (struct statistic){STATISTIC_MEAN, 0};
}

bool hierarchy_finish(struct hierarchy *hierarchy, const struct statistic *statistic, bool more,
                      double *value)
{
    if (!statistic_fits(statistic, hierarchy->values, hierarchy->count[0]))
        return false;
    for (int i = 0; i < hierarchy->levels - 1; i++)
        hierarchy->first[i][hierarchy->count[i + 1]] = hierarchy->count[i];
    hierarchy->statistic = *statistic;
    hierarchy->more = more;
    statistic_turn(statistic, more, hierarchy->values, hierarchy->count[0]);
    if (statistic_forms[statistic->kind].within && hierarchy->levels > 1)
        merge_values(hierarchy);
    size_t count = hierarchy->count[0];
    hierarchy->sorted = arena_new_array(hierarchy->arena, double, count);
    hierarchy->place = arena_new_array(hierarchy->arena, uint32_t, count);
    rank_values(hierarchy);
    *value = statistic_of_turned(&hierarchy->statistic, more, hierarchy->sorted, count);
    return true;
}

// Draws among the units `begin` to `end` of level `i` + 1 (0: values) and within them, and counts
// how often it draws each of the sorted values; returns how many it draws.
static size_t draw_units(struct hierarchy *hierarchy, int i, size_t begin, size_t end,
                         uint32_t *times)
{
    struct stream *stream = i == hierarchy->levels - 1 ? &hierarchy->top : &hierarchy->stream;
    size_t all = 0;
    for (size_t k = begin; k < end; k++) {
        size_t drawn = begin + draw_below(stream, end - begin);
        if (i == 0) {
            times[hierarchy->place[drawn]]++;
            all++;
            continue;
        }
        const size_t *first = hierarchy->first[i - 1];
        all += draw_units(hierarchy, i - 1, first[drawn], first[drawn + 1], times);
    }
    return all;
}

void bootstrap(struct hierarchy *hierarchy, double *replicates, size_t count)
{
    struct arena scratch = {0};
    size_t values = hierarchy->count[0], room = values;
    uint32_t *times = arena_new_array(&scratch, uint32_t, values);
    double *drawn = arena_new_array(&scratch, double, room);
    for (size_t r = 0; r < count; r++) {
        memset(times, 0, values * sizeof *times);
        size_t used = 0, all = draw_units(hierarchy, hierarchy->levels - 1, 0,
                                          hierarchy->count[hierarchy->levels - 1], times);
        if (all > room) { // the hierarchy is unbalanced
            room = 2 * all;
            drawn = arena_new_array(&scratch, double, room);
        }
        for (size_t i = 0; i < values; i++)
            for (uint32_t k = 0; k < times[i]; k++)
                drawn[used++] = hierarchy->sorted[i];
        replicates[r] = statistic_of_turned(&hierarchy->statistic, hierarchy->more, drawn, used);
    }
    arena_release(&scratch);
}

// The share of the replicates on each side of the interval.
static double expanded_tail(double confidence, size_t units)
{
    double n = (double)units;
    return gsl_cdf_ugaussian_P(-sqrt(n / (n - 1)) * student_t(confidence, (double)units - 1));
}

// With fewer replicates beyond a limit it would be chance. The limit is then that of a larger tail,
// as far off as a normal distribution has it.
static const double BEYOND_LEAST = 5;

static struct interval nothing_known(void)
{
    return (struct interval){.low = -INFINITY, .high = INFINITY, .half_width = INFINITY};
}

struct interval bootstrap_interval(const double *replicates, size_t count, size_t top_units,
                                   double confidence)
{
    if (top_units < 2)
        return nothing_known();
    struct arena scratch = {0};
    double tail = expanded_tail(confidence, top_units);
    double *sorted = arena_new_array(&scratch, double, count);
    memcpy(sorted, replicates, count * sizeof *sorted);
    sort_numbers(sorted, count);
    double within = fmax(tail, BEYOND_LEAST / (double)count);
    double factor = gsl_cdf_ugaussian_Pinv(tail) / gsl_cdf_ugaussian_Pinv(within);
    double center = sorted_quantile(sorted, count, 0.5);
    double low = center - factor * (center - sorted_quantile(sorted, count, within));
    double high = center + factor * (sorted_quantile(sorted, count, 1 - within) - center);
    arena_release(&scratch);
    return (struct interval){
        .known = true, .low = low, .high = high, .half_width = (high - low) / 2};
}

// False: the old side may be zero.
static bool divide(const double *olds, const double *news, bool above, double *ratios, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (olds[i] == 0 || (olds[i] > 0) != above)
            return false;
        ratios[i] = news[i] / olds[i];
    }
    return true;
}

struct ratio bootstrap_ratio(double old, const double *olds, double new, const double *news,
                             size_t count, size_t top_units, double confidence)
{
    struct ratio ratio = {.bound = RATIO_NONE, .low = 0, .high = INFINITY};
    ratio.defined = (old > 0 && new > 0) || (old < 0 && new < 0);
    if (!ratio.defined)
        return ratio;
    ratio.value = new / old;
    if (top_units < 2)
        return ratio;
    struct arena scratch = {0};
    double *ratios = arena_new_array(&scratch, double, count);
    ratio.bound = RATIO_UNDETERMINED;
    if (divide(olds, news, old > 0, ratios, count)) {
        struct interval interval = bootstrap_interval(ratios, count, top_units, confidence);
        ratio.bound = RATIO_BOUNDED;
        ratio.low = interval.low;
        ratio.high = interval.high;
    }
    arena_release(&scratch);
    return ratio;
}
