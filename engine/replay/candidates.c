// The builds of one variant of a cell: by number, and ranked by their means.
#include "replay/internal.h"
#include "store/results/samples.h"

#include <stdlib.h>
#include <string.h>

// The builds of one variant of a cell, with the mean of each.
struct candidate {
    struct chosen_build build;
    double sum; // of the means of its executions
    size_t executions;
};

struct candidates {
    const struct search *search;
    size_t cell, variant;
    struct draw_names names;
    struct candidate *items;
    size_t count, capacity;
};

static struct candidate *add_candidate(struct candidates *candidates)
{
    if (candidates->count == candidates->capacity) {
        size_t capacity = 2 * candidates->capacity + 16;
        struct candidate *larger =
            arena_new_array(candidates->search->arena, struct candidate, capacity);
        if (candidates->count)
            memcpy(larger, candidates->items, candidates->count * sizeof *larger);
        candidates->items = larger;
        candidates->capacity = capacity;
    }
    return &candidates->items[candidates->count++];
}

static bool take_build(void *context, const struct build_row *row)
{
    struct candidates *candidates = context;
    struct arena *arena = candidates->search->arena;
    if (row->cell != candidates->cell || row->variant != candidates->variant)
        return true;
    struct chosen_build *build = &add_candidate(candidates)->build;
    *build = (struct chosen_build){
        .cell = row->cell,
        .variant = row->variant,
        .phase = row->phase,
        .number = strtoull(row->block, NULL, 10),
        .layout_id = arena_strdup(arena, row->layout_id),
        .binary_sha256 = arena_strdup(arena, row->binary_sha256),
        .names = candidates->names,
        .draws = arena_new_array(arena, const char *, candidates->names.count)};
    for (size_t i = 0; i < candidates->names.count; i++)
        build->draws[i] = arena_strdup(arena, row->draws[i]);
    return true;
}

// "7 to 30", "7, 9 to 12".
static const char *numbers_wording(const struct candidates *candidates)
{
    struct arena *arena = candidates->search->arena;
    struct text_list ranges = {0};
    for (size_t i = 0, end; i < candidates->count; i = end) {
        size_t first = candidates->items[i].build.number;
        for (end = i + 1;
             end < candidates->count && candidates->items[end].build.number == first + end - i;
             end++)
            ;
        text_list_add(&ranges, arena,
                      end - i > 1 ? arena_printf(arena, "%zu to %zu", first, first + end - i - 1)
                                  : arena_printf(arena, "%zu", first));
    }
    return search_listed(arena, &ranges);
}

static int by_number(const void *a, const void *b)
{
    const struct candidate *one = a, *other = b;
    return (one->build.number > other->build.number) - (one->build.number < other->build.number);
}

static const struct candidate *named(struct search *search, const struct candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++)
        if (candidates->items[i].build.number == search->wish->number)
            return &candidates->items[i];
    search_mistake(
        search,
        arena_printf(search->arena, "there is no build %zu of %s, variant '%s': %s%s",
                     search->wish->number, search->catalogue->cells[candidates->cell].benchmark,
                     search->catalogue->variants[candidates->variant],
                     candidates->count ? "it has " : "none was made", numbers_wording(candidates)));
    return NULL;
}

// ---- Ranks

static struct candidate *of_block(const struct candidates *candidates, enum phase phase,
                                  const char *block)
{
    size_t number = strtoull(block, NULL, 10);
    for (size_t i = 0; i < candidates->count; i++)
        if (candidates->items[i].build.number == number &&
            candidates->items[i].build.phase == phase)
            return &candidates->items[i];
    return NULL;
}

static bool add_means(const struct candidates *candidates, const struct series_entry *series,
                      struct error *error)
{
    CURSOR_CLEANUP struct sample_cursor *cursor =
        samples_open(candidates->search->store, series, error);
    struct sample_piece piece = {.count = 1};
    while (cursor && piece.count) {
        if (!samples_next(cursor, &piece, error))
            return false;
        struct candidate *candidate =
            piece.count ? of_block(candidates, series->phase, piece.block) : NULL;
        double sum = 0;
        for (size_t i = 0; i < piece.count; i++)
            sum += piece.values[i];
        if (candidate) {
            candidate->sum += sum / (double)piece.count;
            candidate->executions++;
        }
    }
    return cursor != NULL;
}

static int by_mean(const void *a, const void *b)
{
    const struct candidate *one = a, *other = b;
    double mine = one->sum / (double)one->executions,
           theirs = other->sum / (double)other->executions;
    return mine != theirs ? (mine > theirs ? 1 : -1) : by_number(a, b);
}

static const struct candidate *ranked(struct search *search, struct candidates *candidates,
                                      const struct stored_metric *metric)
{
    size_t count = 0;
    for (size_t i = 0; i < candidates->count; i++)
        if (candidates->items[i].executions)
            candidates->items[count++] = candidates->items[i];
    if (!count || (metric->better == BETTER_UNKNOWN && search->wish->rank != RANK_MEDIAN)) {
        search_mistake(
            search, count ? arena_printf(search->arena,
                                         "'%s' is neither better when less nor when more: name a "
                                         "build with --build",
                                         metric->name)
                          : "no block with this variant is complete: nothing can be ranked");
        return NULL;
    }
    qsort(candidates->items, count, sizeof *candidates->items, by_mean);
    bool first = (search->wish->rank == RANK_BEST) == (metric->better == BETTER_LESS);
    size_t at = search->wish->rank == RANK_MEDIAN ? (count - 1) / 2 : first ? 0 : count - 1;
    candidates->items[at].build.ranked = count;
    return &candidates->items[at];
}

static const struct series_entry *first_series(const struct catalogue *catalogue, size_t cell,
                                               size_t variant, enum phase phase)
{
    for (size_t i = 0; i < catalogue->series_count; i++) {
        const struct series_entry *series = &catalogue->series[i];
        if (series->cell == cell && series->variant == variant && series->phase == phase &&
            !catalogue->metrics[series->metric].extra)
            return series;
    }
    return NULL;
}

// The builds of the real experiment, or of the pilot where there are no others.
static bool rank_all(struct search *search, struct candidates *candidates,
                     const struct candidate **found, struct error *error)
{
    const struct catalogue *catalogue = search->catalogue;
    const struct series_entry *series =
        first_series(catalogue, candidates->cell, candidates->variant, PHASE_REAL);
    series = series ? series
                    : first_series(catalogue, candidates->cell, candidates->variant, PHASE_PILOT);
    if (series && !add_means(candidates, series, error))
        return false;
    *found = ranked(search, candidates,
                    series ? &catalogue->metrics[series->metric] : &catalogue->metrics[0]);
    return true;
}

static bool read_all(struct candidates *candidates, struct error *error)
{
    const struct search *search = candidates->search;
    if (!store_draw_names(search->store, search->arena, DRAW_BUILD, &candidates->names, error) ||
        !store_builds(search->store, &candidates->names, take_build, candidates, error))
        return false;
    if (candidates->count)
        qsort(candidates->items, candidates->count, sizeof *candidates->items, by_number);
    return true;
}

bool search_build(struct search *search, size_t cell, size_t variant, struct chosen_build *chosen,
                  struct error *error)
{
    struct candidates candidates = {.search = search, .cell = cell, .variant = variant};
    const struct candidate *found = NULL;
    if (!read_all(&candidates, error))
        return false;
    if (search->wish->rank == RANK_NONE)
        found = named(search, &candidates);
    else if (!rank_all(search, &candidates, &found, error))
        return false;
    if (found)
        *chosen = found->build;
    return true;
}

bool search_builds(struct search *search, size_t cell, size_t variant, struct chosen_builds *chosen,
                   struct error *error)
{
    struct candidates candidates = {.search = search, .cell = cell, .variant = variant};
    const struct series_entry *series = first_series(search->catalogue, cell, variant, PHASE_REAL);
    *chosen = (struct chosen_builds){.cell = cell, .variant = variant};
    if (!read_all(&candidates, error) || (series && !add_means(&candidates, series, error)))
        return false;
    chosen->metric = series ? series->metric : 0;
    chosen->items = arena_new_array(search->arena, struct chosen_build, candidates.count);
    chosen->means = arena_new_array(search->arena, double, candidates.count);
    for (size_t i = 0; i < candidates.count; i++) {
        const struct candidate *candidate = &candidates.items[i];
        if (candidate->build.phase != PHASE_REAL || !candidate->executions)
            continue;
        chosen->means[chosen->count] = candidate->sum / (double)candidate->executions;
        chosen->items[chosen->count++] = candidate->build;
    }
    return true;
}
