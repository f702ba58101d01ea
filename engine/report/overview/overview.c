// The overview of many cells; its length does not grow with their number.
#include "report/overview/overview.h"

#include "base/text.h"
#include "model/verdict.h"
#include "report/overview/cell_groups.h"
#include "report/overview/changed_cells.h"
#include "report/wording/diagnostics.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/missing.h"
#include "report/wording/notes.h"
#include "report/wording/summaries.h"

#include <stdlib.h>
#include <string.h>

enum {
    BENCHMARKS_SHOWN = 8,
    ROWS_SHOWN = 1000,
    KINDS_SHOWN = 12,
    PLACES_SHOWN = 4,
    GROUPS_SHOWN = 4,
};

// The first cell of each of up to `most` benchmarks; returns how many benchmarks there are.
static size_t benchmarks_of(const struct catalogue *catalogue, size_t *first, size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < catalogue->cell_count; i++) {
        bool known = false;
        for (size_t k = 0; k < count && k < most; k++)
            known |=
                text_equal(catalogue->cells[first[k]].benchmark, catalogue->cells[i].benchmark);
        if (known)
            continue;
        if (count < most)
            first[count] = i;
        count++;
    }
    return count;
}

// "O2: 1.23 ± 0.02 µs (n=1) to 3.40 ± 0.05 ms (n=1000)".
static void add_range(struct arena *arena, const struct findings *findings,
                      struct overview_part *part, const char *benchmark, size_t metric,
                      size_t variant)
{
    const struct estimate *least = NULL, *most = NULL;
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        const char *own = findings->catalogue.cells[estimate->cell].benchmark;
        if (estimate->metric != metric || estimate->variant != variant ||
            !text_equal(own, benchmark))
            continue;
        if (!least || estimate->value < least->value)
            least = estimate;
        if (!most || estimate->value > most->value)
            most = estimate;
    }
    if (least)
        overview_add(
            arena, part, VERDICT_INCONCLUSIVE,
            arena_printf(
                arena, "%s: %s (%s) to %s (%s)", findings->catalogue.variants[variant],
                value_wording(arena, findings, least), point_wording(arena, findings, least->cell),
                value_wording(arena, findings, most), point_wording(arena, findings, most->cell)));
}

static int by_value(const void *a, const void *b)
{
    const struct estimate *left = ((const struct overview_row *)a)->estimate,
                          *right = ((const struct overview_row *)b)->estimate;
    if (left->value != right->value)
        return left->value < right->value ? -1 : 1;
    return left < right ? -1 : left > right;
}

static const char *means_title(struct arena *arena, const struct findings *findings, size_t metric)
{
    return arena_printf(arena, "%s, from the smallest %s to the largest",
                        findings->catalogue.metrics[metric].name, common_summary(arena, findings));
}

// Of benchmarks without a sweep: a row for each.
static struct overview_part suite_part(struct arena *arena, const struct findings *findings,
                                       size_t metric)
{
    const struct catalogue *catalogue = &findings->catalogue;
    size_t count = 0;
    struct overview_part part = {
        .title = means_title(arena, findings, metric),
        .rows = arena_new_array(arena, struct overview_row, findings->estimate_count)};
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        const char *name = cell_name(arena, findings, estimate->cell);
        if (catalogue->variant_count > 1)
            name = arena_printf(arena, "%s, %s", name, catalogue->variants[estimate->variant]);
        if (estimate->metric == metric)
            part.rows[count++] = (struct overview_row){plain_name(arena, name), estimate};
    }
    if (count)
        qsort(part.rows, count, sizeof *part.rows, by_value);
    part.row_count = count < ROWS_SHOWN ? count : ROWS_SHOWN;
    if (count > ROWS_SHOWN)
        overview_add(arena, &part, VERDICT_INCONCLUSIVE,
                     arena_printf(arena, "… and %zu more: %s", count - ROWS_SHOWN,
                                  full_table(findings, "csv/estimates.csv")));
    return part;
}

static struct overview_part means_part(struct arena *arena, const struct findings *findings,
                                       size_t metric)
{
    const struct catalogue *catalogue = &findings->catalogue;
    size_t first[BENCHMARKS_SHOWN];
    size_t benchmarks = benchmarks_of(catalogue, first, BENCHMARKS_SHOWN);
    struct overview_part part = {.title = means_title(arena, findings, metric)};
    for (size_t b = 0; b < benchmarks && b < BENCHMARKS_SHOWN; b++)
        for (size_t variant = 0; variant < catalogue->variant_count; variant++)
            add_range(arena, findings, &part, catalogue->cells[first[b]].benchmark, metric,
                      variant);
    if (part.count && benchmarks > BENCHMARKS_SHOWN)
        overview_add(arena, &part, VERDICT_INCONCLUSIVE,
                     arena_printf(arena, "… and more benchmarks: %s",
                                  full_table(findings, "csv/estimates.csv")));
    return part;
}

// A note that many cells share.
struct cell_note {
    const char *words; // of the first
    bool same;         // of the others, too
    bool *cells;
    size_t count;
};

struct shared_notes {
    struct cell_note *items;
    size_t count, others;
};

static void cell_note_add(struct arena *arena, const struct findings *findings,
                          struct shared_notes *shared, size_t cell, const char *words)
{
    size_t at = 0;
    while (at < shared->count && !of_a_kind(shared->items[at].words, words))
        at++;
    if (at == KINDS_SHOWN) {
        shared->others++;
        return;
    }
    if (at == shared->count) {
        if (!shared->items)
            shared->items = arena_new_array(arena, struct cell_note, KINDS_SHOWN);
        shared->items[shared->count++] = (struct cell_note){
            words, true, arena_new_array(arena, bool, findings->catalogue.cell_count), 0};
    }
    struct cell_note *cell_note = &shared->items[at];
    cell_note->same = cell_note->same && text_equal(cell_note->words, words);
    cell_note->count += !cell_note->cells[cell];
    cell_note->cells[cell] = true;
}

// The cells of a note: "in all 400 cells", or its groups and single points.
static const char *where_wording(struct arena *arena, const struct findings *findings,
                                 const struct cell_note *cell_note)
{
    size_t all = findings->catalogue.cell_count;
    const char *words = arena_printf(arena, "in %zu of %zu cells", cell_note->count, all);
    if (cell_note->count == all)
        return arena_printf(arena, "in all %zu cells", all);
    struct cell_groups groups = cell_groups_of(arena, findings, cell_note->cells, GROUPS_SHOWN);
    for (size_t i = 0; i < groups.count; i++)
        words = arena_printf(arena, "%s%s %s", words, i ? ";" : ":", groups.items[i].words);
    const char *places = cell_groups_wording(arena, findings, cell_note->cells, PLACES_SHOWN);
    return *places ? arena_printf(arena, "%s%s %s", words, groups.count ? ";" : ":", places)
                   : words;
}

static void add_cell_notes(struct arena *arena, const struct findings *findings,
                           struct overview_part *part, const struct shared_notes *shared)
{
    for (size_t i = 0; i < shared->count; i++) {
        const struct cell_note *cell_note = &shared->items[i];
        overview_add(arena, part, VERDICT_INCONCLUSIVE,
                     arena_printf(arena, "%s%s (%s)", cell_note->same ? "" : "such as: ",
                                  cell_note->words, where_wording(arena, findings, cell_note)));
    }
    if (shared->others)
        overview_add(arena, part, VERDICT_INCONCLUSIVE,
                     arena_printf(arena, "… and %zu other notes", shared->others));
}

static struct overview_part cell_notes_part(struct arena *arena, const struct findings *findings)
{
    struct shared_notes missing = {0}, others = {0};
    struct overview_part part = {.title = "Notes"};
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        const char *lacks = missing_wording(arena, findings, i);
        const char *nothing = nothing_wording(arena, findings, i);
        if (lacks)
            cell_note_add(arena, findings, &missing, i, lacks);
        struct text_list notes = cell_notes(arena, findings, i);
        for (size_t k = 0; k < notes.count; k++)
            if (!nothing || !text_equal(notes.items[k], nothing))
                cell_note_add(arena, findings, &others, i, notes.items[k]);
    }
    add_cell_notes(arena, findings, &part, &missing);
    add_cell_notes(arena, findings, &part, &others);
    return part;
}

static struct overview_part diagnostics_part(struct arena *arena, const struct findings *findings)
{
    struct shared_notes shared = {0};
    struct overview_part part = {.title = diagnostics_title(arena, findings), .diagnostics = true};
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        struct text_list notes = {0};
        diagnostics_notes(arena, findings, i, &notes);
        for (size_t k = 0; k < notes.count; k++)
            cell_note_add(arena, findings, &shared, i, notes.items[k]);
    }
    add_cell_notes(arena, findings, &part, &shared);
    return part;
}

struct overview overview_of(struct arena *arena, const struct findings *findings)
{
    struct overview overview = {0};
    const struct catalogue *catalogue = &findings->catalogue;
    for (size_t metric = 0; metric < catalogue->metric_count; metric++) {
        for (size_t variant = 1; variant < catalogue->variant_count; variant++) {
            struct overview_part part = changed_cells_part(arena, findings, metric, variant);
            overview_add_part(arena, &overview, &part);
        }
        struct overview_part means =
            (catalogue->axis_count ? means_part : suite_part)(arena, findings, metric);
        overview_add_part(arena, &overview, &means);
    }
    struct overview_part diagnostics = diagnostics_part(arena, findings);
    overview_add_part(arena, &overview, &diagnostics);
    struct overview_part notes = cell_notes_part(arena, findings);
    overview_add_part(arena, &overview, &notes);
    return overview;
}
