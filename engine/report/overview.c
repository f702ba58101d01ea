// Many cells at once: parts of a report whose length does not follow their number.
#include "report/overview.h"

#include "report/evidence_words.h"
#include "report/places.h"
#include "report/words.h"

#include <string.h>

enum { BENCHMARKS_SHOWN = 8, KINDS_SHOWN = 12, PLACES_SHOWN = 4, GROUPS_SHOWN = 4 };

const char *full_table(const struct findings *findings, const char *file)
{
    return *findings->seed ? file : "--json";
}

const char *all_cells_in_words(const struct findings *findings)
{
    return *findings->seed ? "All cells are in csv/estimates.csv and csv/ratios.csv."
                           : "--json shows all cells.";
}

// Room for a power of two; grows when it is full.
static void *with_room(struct arena *arena, void *items, size_t count, size_t size)
{
    if (count & (count - 1))
        return items;
    void *more = arena_array(arena, count ? 2 * count : 1, size);
    if (count)
        memcpy(more, items, count * size);
    return more;
}

void overview_add(struct arena *arena, struct overview_part *part, enum verdict verdict,
                  const char *words)
{
    part->lines = with_room(arena, part->lines, part->count, sizeof *part->lines);
    part->lines[part->count++] = (struct overview_line){words, verdict};
}

static void add_part(struct arena *arena, struct overview *overview,
                     const struct overview_part *part)
{
    if (part->count == 0)
        return;
    overview->parts = with_room(arena, overview->parts, overview->count, sizeof *overview->parts);
    overview->parts[overview->count++] = *part;
}

// The first cell of each benchmark, NULL-terminated in effect by its count.
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
        overview_add(arena, part, VERDICT_INCONCLUSIVE,
                     arena_printf(arena, "%s: %s (%s) to %s (%s)",
                                  findings->catalogue.variants[variant],
                                  value_in_words(arena, findings, least),
                                  point_in_words(arena, findings, least->cell),
                                  value_in_words(arena, findings, most),
                                  point_in_words(arena, findings, most->cell)));
}

static struct overview_part means_part(struct arena *arena, const struct findings *findings,
                                       size_t metric)
{
    const struct catalogue *catalogue = &findings->catalogue;
    size_t first[BENCHMARKS_SHOWN];
    size_t benchmarks = benchmarks_of(catalogue, first, BENCHMARKS_SHOWN);
    struct overview_part part = {
        .title = arena_printf(arena, "%s, from the least %s to the largest",
                              catalogue->metrics[metric].name, common_summary(arena, findings))};
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

// What is said of many cells.
struct remark {
    const char *words; // of the first
    bool same;         // of the others, too
    bool *cells;
    size_t count;
};

struct remarks {
    struct remark *items;
    size_t count, others;
};

static void remark_add(struct arena *arena, const struct findings *findings,
                       struct remarks *remarks, size_t cell, const char *words)
{
    size_t at = 0;
    while (at < remarks->count && !of_a_kind(remarks->items[at].words, words))
        at++;
    if (at == KINDS_SHOWN) {
        remarks->others++;
        return;
    }
    if (at == remarks->count) {
        if (!remarks->items)
            remarks->items = arena_new_array(arena, struct remark, KINDS_SHOWN);
        remarks->items[remarks->count++] = (struct remark){
            words, true, arena_new_array(arena, bool, findings->catalogue.cell_count), 0};
    }
    struct remark *remark = &remarks->items[at];
    remark->same = remark->same && text_equal(remark->words, words);
    remark->count += !remark->cells[cell];
    remark->cells[cell] = true;
}

// Where a remark holds: "in all 400 cells", or its wholes and places.
static const char *where_in_words(struct arena *arena, const struct findings *findings,
                                  const struct remark *remark)
{
    size_t all = findings->catalogue.cell_count;
    const char *words = arena_printf(arena, "in %zu of %zu cells", remark->count, all);
    if (remark->count == all)
        return arena_printf(arena, "in all %zu cells", all);
    struct cell_groups groups = cell_groups_of(arena, findings, remark->cells, GROUPS_SHOWN);
    for (size_t i = 0; i < groups.count; i++)
        words = arena_printf(arena, "%s%s %s", words, i ? ";" : ":", groups.items[i].words);
    const char *places = places_in_words(arena, findings, remark->cells, PLACES_SHOWN);
    return *places ? arena_printf(arena, "%s%s %s", words, groups.count ? ";" : ":", places)
                   : words;
}

static void add_remarks(struct arena *arena, const struct findings *findings,
                        struct overview_part *part, const struct remarks *remarks)
{
    for (size_t i = 0; i < remarks->count; i++) {
        const struct remark *remark = &remarks->items[i];
        overview_add(arena, part, VERDICT_INCONCLUSIVE,
                     arena_printf(arena, "%s%s (%s)", remark->same ? "" : "such as: ",
                                  remark->words, where_in_words(arena, findings, remark)));
    }
    if (remarks->others)
        overview_add(arena, part, VERDICT_INCONCLUSIVE,
                     arena_printf(arena, "… and %zu more of other kinds", remarks->others));
}

static struct overview_part remarks_part(struct arena *arena, const struct findings *findings)
{
    struct remarks missing = {0}, remarks = {0};
    struct overview_part part = {.title = "Remarks"};
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        const char *lacks = missing_in_words(arena, findings, i);
        const char *nothing = nothing_in_words(arena, findings, i);
        if (lacks)
            remark_add(arena, findings, &missing, i, lacks);
        struct text_list notes = cell_notes(arena, findings, i);
        for (size_t k = 0; k < notes.count; k++)
            if (!nothing || !text_equal(notes.items[k], nothing))
                remark_add(arena, findings, &remarks, i, notes.items[k]);
    }
    add_remarks(arena, findings, &part, &missing);
    add_remarks(arena, findings, &part, &remarks);
    return part;
}

static struct overview_part evidence_part(struct arena *arena, const struct findings *findings)
{
    struct remarks remarks = {0};
    struct overview_part part = {.title = evidence_title(arena, findings), .evidence = true};
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        struct text_list notes = {0};
        evidence_notes(arena, findings, i, &notes);
        for (size_t k = 0; k < notes.count; k++)
            remark_add(arena, findings, &remarks, i, notes.items[k]);
    }
    add_remarks(arena, findings, &part, &remarks);
    return part;
}

struct overview overview_of(struct arena *arena, const struct findings *findings)
{
    struct overview overview = {0};
    const struct catalogue *catalogue = &findings->catalogue;
    for (size_t metric = 0; metric < catalogue->metric_count; metric++) {
        for (size_t variant = 1; variant < catalogue->variant_count; variant++) {
            struct overview_part part = differing_part(arena, findings, metric, variant);
            add_part(arena, &overview, &part);
        }
        struct overview_part means = means_part(arena, findings, metric);
        add_part(arena, &overview, &means);
    }
    struct overview_part evidence = evidence_part(arena, findings);
    add_part(arena, &overview, &evidence);
    struct overview_part remarks = remarks_part(arena, findings);
    add_part(arena, &overview, &remarks);
    return overview;
}
