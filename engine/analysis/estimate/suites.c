// Dividing the cells of suites. The store has one cell, whose metrics are "NAME: METRIC".
#include "analysis/estimate/suites.h"

#include "analysis/estimate/absent.h"

#include "run/suite.h"
#include "store/facts.h"
#include "store/results/dimensions.h"

#include <stdlib.h>
#include <string.h>

// What a metric of the store is in a suite.
struct part {
    const char *member; // NULL: it belongs to no member
    size_t metric;      // of the new catalogue; there is one for each metric of the store at most
    bool used;
};

struct division {
    struct arena *arena;
    const struct catalogue *old;
    struct catalogue *new;
    const bool *is_suite; // by cell of the store
    struct part *parts;   // by metric of the store
};

static bool load_suites(struct arena *arena, struct store *store, size_t cells, bool *is_suite,
                        size_t *count, struct error *error)
{
    struct stored_fact *facts;
    if (!store_facts(store, arena, FACTS_SUITE, &facts, count, error))
        return false;
    for (size_t i = 0; i < *count; i++) {
        size_t cell = strtoull(facts[i].key, NULL, 10);
        if (cell < cells)
            is_suite[cell] = true;
    }
    return true;
}

static size_t metric_named(struct catalogue *catalogue, const struct stored_metric *metric)
{
    size_t i = 0;
    while (i < catalogue->metric_count && !(text_equal(catalogue->metrics[i].name, metric->name) &&
                                            text_equal(catalogue->metrics[i].unit, metric->unit)))
        i++;
    if (i == catalogue->metric_count)
        catalogue->metrics[catalogue->metric_count++] = *metric;
    return i;
}

// ---- Metrics

// The name of a member is the same pointer in all its metrics.
static const char *member_named(const struct division *division, size_t metric, size_t length)
{
    const char *name = division->old->metrics[metric].name;
    for (size_t i = 0; i < metric; i++) {
        const char *other = division->parts[i].member;
        if (other && strlen(other) == length && strncmp(other, name, length) == 0)
            return other;
    }
    return arena_strndup(division->arena, name, length);
}

static void divide_metric(struct division *division, size_t metric, bool in_suite)
{
    struct part *part = &division->parts[metric];
    struct stored_metric own = division->old->metrics[metric];
    if (part->used)
        return;
    if (in_suite) {
        size_t length = suite_metric_parts(own.name, &own.name);
        part->member = length ? member_named(division, metric, length) : NULL;
    }
    part->metric = metric_named(division->new, &own);
    part->used = true;
}

static void divide_metrics(struct division *division)
{
    const struct catalogue *old = division->old;
    division->parts = arena_new_array(division->arena, struct part, old->metric_count);
    division->new->metrics =
        arena_new_array(division->arena, struct stored_metric, old->metric_count);
    division->new->metric_count = 0;
    for (size_t i = 0; i < old->series_count; i++)
        divide_metric(division, old->series[i].metric, division->is_suite[old->series[i].cell]);
}

// ---- Cells and their series

// The series of a cell, which are neighbours: from *first on.
static size_t series_of_cell(const struct catalogue *catalogue, size_t cell, size_t *first)
{
    size_t count = 0;
    while (*first < catalogue->series_count && catalogue->series[*first].cell < cell)
        ++*first;
    while (*first + count < catalogue->series_count &&
           catalogue->series[*first + count].cell == cell)
        count++;
    return count;
}

static void add_cell(struct division *division, size_t old, const char *member, size_t first,
                     size_t count)
{
    struct catalogue *new = division->new;
    struct stored_cell *cell = &new->cells[new->cell_count];
    *cell = division->old->cells[old];
    if (member)
        cell->benchmark = arena_printf(division->arena, "%s/%s", cell->entry, member);
    for (size_t i = first; i < first + count; i++) {
        const struct part *part = &division->parts[division->old->series[i].metric];
        if (member && part->member != member)
            continue;
        struct series_entry *series = &new->series[new->series_count++];
        *series = division->old->series[i];
        series->cell = new->cell_count;
        series->metric = part->metric;
    }
    new->cell_count++;
}

// The members of a suite in the order of their metrics; the store has them in that of their first
// report.
static size_t members_of(const struct division *division, size_t first, size_t count,
                         const char **members)
{
    size_t found = 0;
    bool *has = arena_new_array(division->arena, bool, division->old->metric_count);
    for (size_t i = first; i < first + count; i++)
        has[division->old->series[i].metric] = true;
    for (size_t i = 0; i < division->old->metric_count; i++) {
        const char *member = has[i] ? division->parts[i].member : NULL;
        bool known = !member;
        for (size_t k = found; !known && k > 0; k--)
            known = members[k - 1] == member;
        if (!known)
            members[found++] = member;
    }
    return found;
}

static void divide_cells(struct division *division)
{
    const struct catalogue *old = division->old;
    struct catalogue *new = division->new;
    const char **members = arena_new_array(division->arena, const char *, old->metric_count);
    new->cells =
        arena_new_array(division->arena, struct stored_cell, old->cell_count + old->series_count);
    new->series = arena_new_array(division->arena, struct series_entry, old->series_count);
    new->cell_count = new->series_count = 0;
    for (size_t cell = 0, first = 0; cell < old->cell_count; cell++) {
        size_t count = series_of_cell(old, cell, &first), member_count = 0;
        if (division->is_suite[cell])
            member_count = members_of(division, first, count, members);
        for (size_t i = 0; i < member_count; i++)
            add_cell(division, cell, members[i], first, count);
        if (!member_count)
            add_cell(division, cell, NULL, first, count);
    }
}

bool suites_divide(struct arena *arena, struct store *store, struct catalogue *catalogue,
                   bool *divided, struct error *error)
{
    size_t count = 0;
    bool *is_suite = arena_new_array(arena, bool, catalogue->cell_count);
    struct catalogue new = *catalogue;
    struct division division = {
        .arena = arena, .old = catalogue, .new = &new, .is_suite = is_suite};
    if (!load_suites(arena, store, catalogue->cell_count, is_suite, &count, error))
        return false;
    if (count > 0) {
        divide_metrics(&division);
        divide_cells(&division);
        *catalogue = new;
    }
    size_t absent;
    if (!absent_add_cells(arena, store, catalogue, &absent, error))
        return false;
    *divided = count + absent > 0;
    return true;
}

// ---- What is known by cell

void *suites_spread(struct arena *arena, const struct catalogue *catalogue, const void *by_cell,
                    size_t size)
{
    if (!by_cell)
        return NULL;
    char *spread = arena_array(arena, catalogue->cell_count, size);
    for (size_t i = 0; i < catalogue->cell_count; i++)
        memcpy(spread + i * size, (const char *)by_cell + catalogue->cells[i].stored * size, size);
    return spread;
}

// Whether a metric of the store is the cell's own; then `*metric` is its name.
static bool is_own(const struct stored_cell *cell, const char *stored, const char **metric)
{
    *metric = stored;
    if (!cell_is_of_suite(cell))
        return true;
    const char *member = cell->benchmark + strlen(cell->entry) + 1;
    size_t length = suite_metric_parts(stored, metric);
    return strlen(member) == length && strncmp(member, stored, length) == 0;
}

static void divide_dimensions(struct arena *arena, const struct catalogue *catalogue,
                              const struct cells *stored, struct cells *cells)
{
    cells->dimensions = arena_new_array(arena, struct dimension_row, stored->dimension_count);
    cells->dimension_count = 0;
    for (size_t i = 0; i < catalogue->cell_count; i++) {
        const struct cell_findings *whole = &stored->items[catalogue->cells[i].stored];
        struct cell_findings *own = &cells->items[i];
        own->dimensions = &cells->dimensions[cells->dimension_count];
        own->dimension_count = 0;
        for (size_t k = 0; k < whole->dimension_count; k++) {
            struct dimension_row row = whole->dimensions[k];
            row.cell = i;
            if (!is_own(&catalogue->cells[i], row.dimension.metric, &row.dimension.metric))
                continue;
            cells->dimensions[cells->dimension_count++] = row;
            own->dimension_count++;
        }
    }
}

struct cells suites_cells(struct arena *arena, const struct catalogue *catalogue,
                          const struct cells *stored)
{
    struct cells cells = *stored;
    cells.items = suites_spread(arena, catalogue, stored->items, sizeof *stored->items);
    cells_set_phases(catalogue, cells.items);
    divide_dimensions(arena, catalogue, stored, &cells);
    return cells;
}
