// The warm-up's end: one MSER-5 cut for all executions of a cell.
#include "analysis/warmup.h"

#include "stats/steady.h"

#include <stdint.h>
#include <stdlib.h>

enum { CUTS = WARMUP_MOST / STEADY_BATCH + 1 };

// The cuts of one series' executions, counted by their length in batches; longer ones as the
// longest.
struct cuts {
    size_t count[CUTS];
    size_t executions, unseen; // of which no steady state was seen
    size_t shortest;           // values in an execution
};

static bool cut_series(struct store *store, const struct series_entry *series, struct cuts *cuts,
                       struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    if (!cursor)
        return false;
    struct sample_piece piece;
    while (samples_next(cursor, &piece, error)) {
        if (piece.count == 0)
            return true;
        struct steady steady = steady_cut(piece.values, piece.count, STEADY_BATCH);
        size_t cut = steady.warmup / STEADY_BATCH;
        cuts->count[cut < CUTS ? cut : CUTS - 1]++;
        cuts->executions++;
        cuts->unseen +=
            !steady.seen && piece.count >= 4 * (size_t)STEADY_BATCH; // else too short to tell
        if (cuts->executions == 1 || piece.count < cuts->shortest)
            cuts->shortest = piece.count;
    }
    return false;
}

// The median cut, the longer of the middle two: noise alone makes some executions look unsteady.
static size_t median_cut(const struct cuts *cuts)
{
    size_t batches = 0;
    for (size_t seen = cuts->count[0]; seen * 2 <= cuts->executions && batches < CUTS - 1;)
        seen += cuts->count[++batches];
    return batches * STEADY_BATCH;
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
    size_t room = SIZE_MAX, executions = 0, unseen = 0;
    *slice = (struct slice){0};
    *steady = true;
    if (!stored->paced || !fact_is(store, "warmup", "auto"))
        return true;
    if (stored->dimensioned) {
        *slice = (struct slice){stored->warmup, stored->pilot_iterations};
        return true;
    }
    slice->count = fact_number(store, "pilot_iterations");
    for (size_t i = 0; i < catalogue->series_count; i++) {
        const struct series_entry *series = &catalogue->series[i];
        struct cuts cuts = {0};
        if (series->cell != cell || series->phase != PHASE_PILOT || series->longest <= 1)
            continue;
        if (!cut_series(store, series, &cuts, error))
            return false;
        size_t cut = median_cut(&cuts),
               spare =
                   cuts.shortest - (cuts.shortest < slice->count ? cuts.shortest : slice->count);
        slice->first = cut > slice->first ? cut : slice->first;
        room = spare < room ? spare : room;
        executions += cuts.executions;
        unseen += cuts.unseen;
    }
    slice->first = slice->first < room ? slice->first : room;
    *steady = unseen * 2 <= executions;
    return true;
}

size_t iteration_taken(const struct stored_cell *cell)
{
    return cell->paced && cell->dimensioned && cell->pilot_iterations == 1 ? cell->warmup + 1 : 0;
}
