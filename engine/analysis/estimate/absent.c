// Benchmarks without values, from the facts "absent.CELL.VARIANT.BENCHMARK".
#include "analysis/estimate/absent.h"

#include "base/text.h"
#include "store/facts.h"

#include <stdlib.h>
#include <string.h>

struct absent {
    size_t stored, variant;
    const char *benchmark, *reason;
};

static bool parse(const struct stored_fact *fact, struct absent *absent)
{
    char *end;
    absent->stored = strtoull(fact->key, &end, 10);
    if (*end != '.')
        return false;
    absent->variant = strtoull(end + 1, &end, 10);
    absent->benchmark = end + 1;
    absent->reason = fact->value;
    return *end == '.';
}

static bool load(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                 struct absent **all, size_t *count, struct error *error)
{
    struct stored_fact *facts;
    size_t found;
    *count = 0;
    if (!store_facts(store, arena, FACTS_ABSENT, &facts, &found, error))
        return false;
    *all = arena_new_array(arena, struct absent, found);
    for (size_t i = 0; i < found; i++) {
        struct absent *next = &(*all)[*count];
        if (parse(&facts[i], next) && next->stored < catalogue->stored_count &&
            next->variant < catalogue->variant_count)
            ++*count;
    }
    return true;
}

static bool is_of(const struct stored_cell *cell, const struct absent *absent)
{
    return cell->stored == absent->stored && text_equal(cell->benchmark, absent->benchmark);
}

static bool exists(const struct stored_cell *cells, size_t count, const struct absent *absent)
{
    size_t i = 0;
    while (i < count && !is_of(&cells[i], absent))
        i++;
    return i < count;
}

// Puts what `all` has of the last cell's entry behind it.
static void extend(struct catalogue *catalogue, const struct stored_cell *last,
                   const struct absent *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (all[i].stored != last->stored ||
            exists(catalogue->cells, catalogue->cell_count, &all[i]))
            continue;
        struct stored_cell *cell = &catalogue->cells[catalogue->cell_count++];
        *cell = *last;
        cell->benchmark = all[i].benchmark;
    }
}

bool absent_add_cells(struct arena *arena, struct store *store, struct catalogue *catalogue,
                      size_t *count, struct error *error)
{
    struct absent *all;
    if (!load(arena, store, catalogue, &all, count, error))
        return false;
    if (*count == 0)
        return true;
    struct catalogue new = *catalogue;
    size_t *place = arena_new_array(arena, size_t, catalogue->cell_count);
    new.cells = arena_new_array(arena, struct stored_cell, catalogue->cell_count + *count);
    new.series = arena_new_array(arena, struct series_entry, catalogue->series_count);
    new.cell_count = 0;
    for (size_t i = 0; i < catalogue->cell_count; i++) {
        const struct stored_cell *own = &catalogue->cells[i];
        place[i] = new.cell_count;
        new.cells[new.cell_count++] = *own;
        if (i + 1 == catalogue->cell_count || own[1].stored != own->stored)
            extend(&new, own, all, *count);
    }
    for (size_t i = 0; i < catalogue->series_count; i++) {
        new.series[i] = catalogue->series[i];
        new.series[i].cell = place[catalogue->series[i].cell];
    }
    *catalogue = new;
    return true;
}

bool absent_set_reasons(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                        struct cells *cells, struct error *error)
{
    struct absent *all;
    size_t count;
    if (!load(arena, store, catalogue, &all, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < catalogue->cell_count; k++) {
            struct cell_findings *cell = &cells->items[k];
            if (!is_of(&catalogue->cells[k], &all[i]))
                continue;
            if (!cell->absent)
                cell->absent = arena_new_array(arena, const char *, catalogue->variant_count);
            cell->absent_count = catalogue->variant_count;
            cell->absent[all[i].variant] = all[i].reason;
            if (!cell->measured) // the progress of its entry is none of its own
                cell->progress = (struct cell_progress){0};
        }
    return true;
}

const char *absent_reason(const struct cell_findings *cell, size_t variant)
{
    return variant < cell->absent_count ? cell->absent[variant] : NULL;
}
