// Streaming a series through the variances and the order statistics.
#include "analysis/estimate/series.h"

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

// Adds all samples to the variance, and to `room` (or NULL) as long as they fit.
static bool add_samples(struct reading *reading, struct variance *variance,
                        const enum level levels[LEVELS_MAX], double *room, size_t *count)
{
    struct sample_piece piece;
    *count = 0;
    while (samples_next(reading->cursor, &piece, reading->error)) {
        if (piece.count == 0)
            return true;
        struct sample_piece part = slice_piece(&reading->slice, &piece);
        levels_add(variance, levels, &part);
        *count += part.count;
        if (room && *count <= ORDER_ROOM)
            memcpy(room + *count - part.count, part.values, part.count * sizeof *room);
    }
    return false;
}

static bool estimate_of(struct reading *reading, const struct catalogue *catalogue,
                        const struct series_entry *series, double confidence, double *room,
                        size_t *count, struct estimate *estimate)
{
    *estimate = (struct estimate){
        .cell = series->cell, .variant = series->variant, .metric = series->metric};
    struct variance variance = {.levels = levels_of_series(&catalogue->cells[series->cell], series,
                                                           &reading->slice, estimate->level)};
    if (!add_samples(reading, &variance, estimate->level, room, count))
        return false;
    estimate->components = variance_finish(&variance);
    for (int i = 0; i < variance.levels; i++) {
        estimate->fewest[i] = variance.level[i].fewest;
        estimate->most[i] = variance.level[i].most;
    }
    variance_shares(&estimate->components, estimate->shares);
    estimate->interval = mean_interval(&estimate->components, confidence);
    estimate_take_mean(estimate);
    return true;
}

bool series_components(struct store *store, const struct catalogue *catalogue,
                       const struct series_entry *series, const struct slice *pilot,
                       double confidence, struct estimate *estimate, struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    struct reading reading = {cursor, slice_of_series(pilot, series), error};
    size_t count;
    return cursor && estimate_of(&reading, catalogue, series, confidence, NULL, &count, estimate);
}

bool series_estimate(struct store *store, const struct catalogue *catalogue,
                     const struct series_entry *series, const struct slice *pilot,
                     double confidence, double *room, struct estimate *estimate,
                     struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    struct reading reading = {cursor, slice_of_series(pilot, series), error};
    size_t count;
    if (!cursor || !estimate_of(&reading, catalogue, series, confidence, room, &count, estimate))
        return false;
    if (count > ORDER_ROOM) {
        struct sample_source source = {&reading, reading_rewind, reading_next};
        return stream_order(&source, room, ORDER_ROOM, &estimate->order);
    }
    estimate->order = order_of(room, count);
    return true;
}
