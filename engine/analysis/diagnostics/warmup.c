// Finding the end of the warm-up: one cut for all executions of a cell, or one iteration of each.
#include "analysis/diagnostics/warmup.h"

#include "analysis/diagnostics/clocks.h"
#include "base/text.h"
#include "model/phase.h"
#include "stats/series/warmup_detection.h"
#include "store/facts.h"

#include <stdint.h>
#include <stdlib.h>

// The iterations at which the executions of one series become steady, at most WARMUP_MOST.
struct cuts {
    size_t count[WARMUP_MOST + 1];
    size_t steady, never; // the rest is too short to tell
    size_t shortest;      // values in an execution
};

static bool cut_series(struct store *store, const struct catalogue *catalogue,
                       const struct series_entry *series, struct cuts *cuts, struct error *error)
{
    double step = clock_step_share(store, catalogue, series);
    CURSOR_CLEANUP struct sample_cursor *cursor = samples_open(store, series, error);
    if (!cursor)
        return false;
    struct sample_piece piece;
    *cuts = (struct cuts){.shortest = SIZE_MAX};
    while (samples_next(cursor, &piece, error)) {
        if (piece.count == 0)
            return true;
        struct warmup_detection detection =
            warmup_detect(piece.values, piece.count, clock_grid(step, piece.values, piece.count));
        bool steady = detection.kind == WARMUP_STEADY;
        if (steady)
            cuts->count[detection.warmup < WARMUP_MOST ? detection.warmup : WARMUP_MOST]++;
        cuts->steady += steady;
        cuts->never += detection.kind == WARMUP_NEVER_STEADY;
        cuts->shortest = piece.count < cuts->shortest ? piece.count : cuts->shortest;
    }
    return false;
}

// The median cut; of an even count, the longer of the middle two. It is not the longest, because
// noise makes some executions look unsteady.
static size_t median_cut(const struct cuts *cuts)
{
    size_t cut = 0;
    for (size_t seen = cuts->count[0]; seen * 2 <= cuts->steady && cut < WARMUP_MOST;)
        seen += cuts->count[++cut];
    return cuts->steady ? cut : 0;
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

// The longest cut of the cell, limited so that its shortest execution keeps `wanted` iterations.
static bool cut_cell(struct store *store, const struct catalogue *catalogue, size_t cell,
                     size_t wanted, struct slice *slice, bool *steady, struct error *error)
{
    size_t shortest = SIZE_MAX, longest = 0;
    for (size_t i = 0; i < catalogue->series_count; i++) {
        const struct series_entry *series = &catalogue->series[i];
        struct cuts cuts;
        if (series->cell != cell || series->phase != PHASE_PILOT || series->longest <= 1)
            continue;
        if (!cut_series(store, catalogue, series, &cuts, error))
            return false;
        size_t cut = median_cut(&cuts);
        longest = cut > longest ? cut : longest;
        shortest = cuts.shortest < shortest ? cuts.shortest : shortest;
        *steady = *steady && cuts.never <= cuts.steady;
    }
    size_t room = shortest > wanted ? shortest - wanted : 0;
    *slice = (struct slice){longest < room ? longest : room, wanted};
    if (!*steady && fact_number(store, FACTS_REAL "iteration") == 0)
        *slice = (struct slice){shortest <= WARMUP_MOST ? shortest - 1 : WARMUP_MOST, 1};
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
