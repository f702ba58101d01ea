// Streaming a series through the variances and the order statistics.
#include "analysis/estimate/series.h"

#include "analysis/estimate/blocks.h"
#include "analysis/estimate/share_units.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

// A series as a sample_source.
struct reading {
    struct sample_cursor *cursor;
    struct slice slice;
    struct error *error;
};

static bool reading_rewind(void *context)
{
    const struct reading *reading = context;
    return samples_rewind(reading->cursor, reading->error);
}

static bool reading_next(void *context, const double **values, size_t *count)
{
    const struct reading *reading = context;
    struct sample_piece piece, part;
    do { // an empty part would read as the end
        if (!samples_next(reading->cursor, &piece, reading->error))
            return false;
        part = slice_piece(&reading->slice, &piece);
    } while (piece.count > 0 && part.count == 0);
    *values = part.values;
    *count = part.count;
    return true;
}

// The order statistics of values that all fit into memory.
static struct order_statistics order_of(double *values, size_t count)
{
    struct order_statistics order = {.count = count};
    if (count == 0)
        return order;
    order.minimum = values[0];
    for (size_t i = 1; i < count; i++)
        order.minimum = values[i] < order.minimum ? values[i] : order.minimum;
    order.median = median_of(values, count);
    return order;
}

// Where the samples of a series go.
struct sums {
    struct variance variance;
    struct block_collector *blocks;
    struct share_units *shares; // or NULL
    double *room;               // or NULL: for the samples, as long as they fit
    size_t count;
    size_t execution, executions; // of the last samples; how many there are
    double first;                 // of the samples
    bool differ;
};

static void end_unit(void *context, size_t label, double mean)
{
    struct sums *sums = context;
    blocks_add(sums->blocks, label, mean);
    if (sums->shares)
        share_units_add(sums->shares, &sums->variance, mean);
}

// Of one level, every sample is a top unit.
static void add_blocks(struct sums *sums, const struct sample_piece *piece)
{
    if (piece->count == 0)
        return;
    blocks_follow(sums->blocks, piece);
    for (size_t i = 0; sums->variance.levels == 1 && i < piece->count; i++)
        blocks_add(sums->blocks, 0, piece->values[i]);
}

static void compare_samples(struct sums *sums, const struct sample_piece *piece)
{
    if (piece->count == 0)
        return;
    if (sums->executions == 0)
        sums->first = piece->values[0];
    sums->executions += sums->executions == 0 || sums->execution != piece->execution_unit;
    sums->execution = piece->execution_unit;
    for (size_t i = 0; !sums->differ && i < piece->count; i++)
        sums->differ = piece->values[i] != sums->first;
}

static bool add_samples(struct reading *reading, const enum level levels[LEVELS_MAX],
                        struct sums *sums)
{
    struct sample_piece piece;
    while (samples_next(reading->cursor, &piece, reading->error)) {
        if (piece.count == 0)
            return true;
        struct sample_piece part = slice_piece(&reading->slice, &piece);
        levels_add(&sums->variance, levels, &part);
        add_blocks(sums, &part);
        compare_samples(sums, &part);
        sums->count += part.count;
        if (sums->room && sums->count <= ORDER_ROOM)
            memcpy(sums->room + sums->count - part.count, part.values,
                   part.count * sizeof *sums->room);
    }
    return false;
}

// Iterations are diagnosed by themselves, and machines have no order.
static bool are_in_time(enum level top)
{
    return top == LEVEL_EXECUTION || top == LEVEL_BUILD;
}

static void set_blocks(struct block_collector *collector, struct estimate *estimate)
{
    if (are_in_time(estimate->level[estimate->components.levels - 1]))
        estimate->dependence = blocks_dependence(collector);
    estimate->blocks = blocks_collected(collector);
}

void estimate_finish(struct estimate *estimate, struct variance *variance,
                     struct block_collector *blocks, double confidence)
{
    estimate->components = variance_finish(variance);
    if (blocks)
        set_blocks(blocks, estimate);
    for (int i = 0; i < variance->levels; i++) {
        estimate->fewest[i] = variance->level[i].fewest;
        estimate->most[i] = variance->level[i].most;
    }
    estimate->interval = mean_interval(&estimate->components, confidence);
    estimate_take_mean(estimate);
}

// Samples without an execution or build of their own are independent all the same.
static bool samples_are_repeated(const struct estimate *estimate, const struct sums *sums)
{
    bool apart = estimate->components.levels == 1 && estimate->level[0] == LEVEL_ITERATION;
    return sums->executions > 1 || (apart && sums->count > 1);
}

// Without the rounding errors of sums. A number with decimals and no unit may have been rounded.
static void take_same(struct estimate *estimate, double value, const struct stored_metric *metric,
                      double confidence)
{
    estimate->components.same = true;
    estimate->components.exact =
        metric->counts && (!text_equal(metric->unit, "") || value == floor(value));
    estimate->components.mean = value;
    estimate->interval = mean_interval(&estimate->components, confidence);
    estimate_take_mean(estimate);
}

static bool estimate_of(struct reading *reading, const struct catalogue *catalogue,
                        const struct series_entry *series, double confidence, struct sums *sums,
                        struct estimate *estimate)
{
    *estimate = (struct estimate){
        .cell = series->cell, .variant = series->variant, .metric = series->metric};
    struct variance *variance = &sums->variance;
    *variance =
        (struct variance){.levels = levels_of_series(&catalogue->cells[series->cell], series,
                                                     &reading->slice, estimate->level),
                          .top_unit = end_unit,
                          .context = sums};
    if (!add_samples(reading, estimate->level, sums))
        return false;
    estimate_finish(estimate, variance, sums->blocks, confidence);
    if (!sums->differ && samples_are_repeated(estimate, sums))
        take_same(estimate, sums->first, &catalogue->metrics[series->metric], confidence);
    return true;
}

bool series_components(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                       const struct series_entry *series, const struct slice *pilot,
                       double confidence, struct share_units *shares, struct estimate *estimate,
                       struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    struct reading reading = {cursor, slice_of_series(pilot, series), error};
    struct block_collector blocks = {.arena = arena, .machines = series->machines > 1};
    struct sums sums = {.blocks = &blocks, .shares = shares};
    return cursor && estimate_of(&reading, catalogue, series, confidence, &sums, estimate);
}

bool series_estimate(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                     const struct series_entry *series, const struct slice *pilot,
                     double confidence, double *room, struct share_units *shares,
                     struct estimate *estimate, struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    struct reading reading = {cursor, slice_of_series(pilot, series), error};
    struct block_collector blocks = {.arena = arena, .machines = series->machines > 1};
    struct sums sums = {.blocks = &blocks, .shares = shares, .room = room};
    if (!cursor || !estimate_of(&reading, catalogue, series, confidence, &sums, estimate))
        return false;
    if (sums.count > ORDER_ROOM) {
        struct sample_source source = {&reading, reading_rewind, reading_next};
        return stream_order(&source, room, ORDER_ROOM, &estimate->order);
    }
    estimate->order = order_of(room, sums.count);
    return true;
}
