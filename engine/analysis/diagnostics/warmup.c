// Finding the end of the warm-up: one cut for all executions of a cell, or one iteration of each.
#include "analysis/diagnostics/warmup.h"

#include "analysis/diagnostics/clocks.h"
#include "base/text.h"
#include "model/phase.h"
#include "stats/series/warmup_detection.h"
#include "store/facts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Where the executions of one series become steady.
struct cuts {
    size_t *ends; // of the warm-up of each steady one, in a growing array
    size_t room;
    size_t steady, never; // the rest is too short to tell
    size_t shortest;      // values in an execution
};

static void add_end(struct arena *arena, struct cuts *cuts, size_t end)
{
    if (cuts->steady == cuts->room) {
        size_t *larger = arena_new_array(arena, size_t, 2 * cuts->room + 16);
        if (cuts->room)
            memcpy(larger, cuts->ends, cuts->room * sizeof *larger);
        cuts->ends = larger;
        cuts->room = 2 * cuts->room + 16;
    }
    cuts->ends[cuts->steady++] = end;
}

static bool cut_series(struct arena *arena, struct store *store, const struct catalogue *catalogue,
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
        if (detection.kind == WARMUP_STEADY)
            add_end(arena, cuts, detection.warmup);
        cuts->never += detection.kind == WARMUP_NEVER_STEADY;
        cuts->shortest = piece.count < cuts->shortest ? piece.count : cuts->shortest;
    }
    return false;
}

static int compare_sizes(const void *a, const void *b)
{
    size_t one = *(const size_t *)a, two = *(const size_t *)b;
    return (one > two) - (one < two);
}

// Not the longest: noise makes some executions look unsteady.
size_t warmup_median(size_t *ends, size_t count)
{
    if (count)
        qsort(ends, count, sizeof *ends, compare_sizes);
    return count ? ends[count / 2] : 0;
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
        struct arena scratch = {0};
        bool read = cut_series(&scratch, store, catalogue, series, &cuts, error);
        size_t cut = read ? warmup_median(cuts.ends, cuts.steady) : 0;
        arena_release(&scratch);
        if (!read)
            return false;
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
