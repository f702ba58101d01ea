// Streaming a series through the variances, and again through the order statistics.
#include "analysis/series.h"

bool series_components(struct store *store, const struct catalogue *catalogue,
                       const struct series_entry *series, const struct slice *pilot,
                       double confidence, struct estimate *estimate, struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    if (!cursor)
        return false;
    struct slice slice = slice_of_series(pilot, series);
    *estimate = (struct estimate){
        .cell = series->cell, .variant = series->variant, .metric = series->metric};
    struct variance variance = {.levels = levels_of_series(&catalogue->cells[series->cell], series,
                                                           &slice, estimate->level)};
    struct sample_piece piece;
    do {
        if (!samples_next(cursor, &piece, error))
            return false;
        struct sample_piece part = slice_piece(&slice, &piece);
        levels_add(&variance, estimate->level, &part);
    } while (piece.count > 0);
    estimate->components = variance_finish(&variance);
    for (int i = 0; i < variance.levels; i++) {
        estimate->fewest[i] = variance.level[i].fewest;
        estimate->most[i] = variance.level[i].most;
    }
    variance_shares(&estimate->components, estimate->shares);
    estimate->interval = mean_interval(&estimate->components, confidence);
    return true;
}

// A series as stats/ reads it.
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

bool series_order(struct store *store, const struct series_entry *series, const struct slice *pilot,
                  double *room, struct order_statistics *order, struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    if (!cursor)
        return false;
    struct reading reading = {cursor, slice_of_series(pilot, series), error};
    struct sample_source source = {&reading, reading_rewind, reading_next};
    return stream_order(&source, room, ORDER_ROOM, order);
}
