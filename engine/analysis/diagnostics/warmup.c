// Finding the end of the warm-up in the stored samples of a pilot.
#include "analysis/diagnostics/warmup.h"

#include "analysis/diagnostics/clocks.h"
#include "analysis/diagnostics/warmup_choice.h"
#include "base/text.h"
#include "model/phase.h"
#include "store/facts.h"

#include <stdlib.h>

static bool read_ends(struct store *store, const struct catalogue *catalogue,
                      const struct series_entry *series, struct warmup_ends *ends,
                      struct error *error)
{
    double step = clock_step_share(store, catalogue, series);
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    if (!cursor)
        return false;
    struct sample_piece piece;
    while (samples_next(cursor, &piece, error)) {
        if (piece.count == 0)
            return true;
        warmup_ends_add(ends, piece.values, piece.count,
                        clock_grid(step, piece.values, piece.count));
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

static bool cut_cell(struct store *store, const struct catalogue *catalogue, size_t cell,
                     size_t wanted, struct slice *slice, bool *steady, struct error *error)
{
    struct warmup_choice choice = warmup_choice_begin();
    for (size_t i = 0; i < catalogue->series_count; i++) {
        const struct series_entry *series = &catalogue->series[i];
        if (series->cell != cell || series->phase != PHASE_PILOT || series->longest <= 1)
            continue;
        struct arena scratch = {0};
        struct warmup_ends ends = warmup_ends_begin(&scratch);
        bool read = read_ends(store, catalogue, series, &ends, error);
        warmup_choice_add(&choice, &ends);
        arena_release(&scratch);
        if (!read)
            return false;
    }
    *steady = !choice.unsteady;
    *slice = warmup_choice_slice(&choice, wanted, fact_number(store, FACTS_REAL "iteration") > 0);
    return true;
}

bool warmup_slice(struct store *store, const struct catalogue *catalogue, size_t cell,
                  struct slice *slice, bool *steady, struct error *error)
{
    const struct stored_cell *stored = &catalogue->cells[cell];
    *slice = (struct slice){0};
    *steady = true;
    if (!stored->paced || !fact_is(store, FACT_WARMUP, "auto"))
        return true;
    if (!stored->dimensioned)
        return cut_cell(store, catalogue, cell, fact_number(store, FACT_PILOT_ITERATIONS), slice,
                        steady, error);
    *slice = (struct slice){stored->warmup, stored->pilot_iterations};
    return true;
}

size_t iteration_taken(const struct stored_cell *cell)
{
    return cell->paced && cell->dimensioned && cell->pilot_iterations == 1 ? cell->warmup + 1 : 0;
}
