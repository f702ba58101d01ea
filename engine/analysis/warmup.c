// The warm-up's end: one MSER-5 cut for all executions of a cell.
#include "analysis/warmup.h"

#include "stats/steady.h"

#include <stdlib.h>

// Of how many executions no steady state was seen.
struct sightings {
    size_t executions, unseen;
};

static bool cut_series(struct store *store, const struct series_entry *series, struct slice *slice,
                       struct sightings *sightings, struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    if (!cursor)
        return false;
    struct sample_piece piece;
    while (samples_next(cursor, &piece, error)) {
        if (piece.count == 0)
            return true;
        struct steady steady = steady_cut(piece.values, piece.count, STEADY_BATCH);
        if (steady.warmup > slice->first)
            slice->first = steady.warmup;
        sightings->executions++;
        sightings->unseen += !steady.seen;
    }
    return false;
}

static size_t fact_number(struct store *store, const char *key)
{
    struct arena scratch = {0};
    const char *text = store_get(store, &scratch, key);
    size_t number = text ? strtoull(text, NULL, 10) : 0;
    arena_release(&scratch);
    return number;
}

static bool fact_is(struct store *store, const char *key, const char *value)
{
    struct arena scratch = {0};
    bool equal = text_equal(store_get(store, &scratch, key), value);
    arena_release(&scratch);
    return equal;
}

bool warmup_slice(struct store *store, const struct catalogue *catalogue, size_t cell,
                  struct slice *slice, bool *steady, struct error *error)
{
    const struct stored_cell *stored = &catalogue->cells[cell];
    struct sightings sightings = {0};
    *slice = (struct slice){0};
    *steady = true;
    if (!stored->paced || !fact_is(store, "warmup", "auto"))
        return true;
    if (stored->dimensioned) {
        *slice = (struct slice){stored->warmup, stored->pilot_iterations};
        return true;
    }
    for (size_t i = 0; i < catalogue->series_count; i++) {
        const struct series_entry *series = &catalogue->series[i];
        if (series->cell == cell && series->phase == PHASE_PILOT && series->longest > 1 &&
            !cut_series(store, series, slice, &sightings, error))
            return false;
    }
    slice->first = slice->first < WARMUP_MOST ? slice->first : WARMUP_MOST;
    *steady = sightings.unseen * 2 <= sightings.executions;
    slice->count = fact_number(store, "pilot_iterations");
    return true;
}
