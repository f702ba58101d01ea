// Reading each cell's data from a store.
#include "analysis/estimate/cells.h"

#include "model/phase.h"
#include "store/results/dimensions.h"

void cells_set_phases(const struct catalogue *catalogue, struct cell_findings *cells)
{
    for (size_t i = 0; i < catalogue->cell_count; i++) {
        cells[i].measured = false;
        cells[i].phase = PHASE_PILOT;
    }
    for (size_t i = 0; i < catalogue->series_count; i++) {
        struct cell_findings *cell = &cells[catalogue->series[i].cell];
        cell->measured = true;
        if (catalogue->series[i].phase == PHASE_REAL)
            cell->phase = PHASE_REAL;
    }
}

static bool load_progress(struct arena *arena, struct store *store,
                          const struct catalogue *catalogue, struct cell_findings *cells,
                          struct error *error)
{
    struct cell_progress *progress =
        arena_new_array(arena, struct cell_progress, catalogue->cell_count);
    if (!store_progress(store, arena, progress, catalogue->cell_count, error))
        return false;
    for (size_t i = 0; i < catalogue->cell_count; i++)
        cells[i].progress = progress[i];
    return true;
}

static bool load_dimensions(struct arena *arena, struct store *store, struct cells *cells,
                            struct error *error)
{
    if (!store_dimensions(store, arena, &cells->dimensions, &cells->dimension_count, error))
        return false;
    for (size_t i = 0; i < cells->dimension_count; i++) {
        struct cell_findings *cell = &cells->items[cells->dimensions[i].cell];
        cell->dimensions = cell->dimensions ? cell->dimensions : &cells->dimensions[i];
        cell->dimension_count++;
    }
    return true;
}

static bool load_failures(struct arena *arena, struct store *store, struct cells *cells,
                          struct error *error)
{
    if (!store_failures(store, arena, &cells->failures, &cells->failure_count, error))
        return false;
    for (size_t i = 0; i < cells->failure_count; i++) {
        struct cell_findings *cell = &cells->items[cells->failures[i].cell];
        cell->failures = cell->failures ? cell->failures : &cells->failures[i];
        cell->failure_count++;
    }
    return true;
}

bool cells_load(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                struct cells *cells, struct error *error)
{
    *cells = (struct cells){
        .items = arena_new_array(arena, struct cell_findings, catalogue->cell_count)};
    cells_set_phases(catalogue, cells->items);
    return load_progress(arena, store, catalogue, cells->items, error) &&
           load_dimensions(arena, store, cells, error) && load_failures(arena, store, cells, error);
}

bool layouts_are_alike(const struct cell_progress *progress)
{
    return 2 * progress->layouts <= progress->builds;
}

static size_t builds_of(const struct estimate *estimate)
{
    double builds = 0;
    for (int i = 0; i < estimate->components.levels; i++) {
        double repetitions = estimate->components.repetitions[i];
        builds = estimate->level[i] == LEVEL_BUILD ? repetitions : builds * repetitions;
    }
    return (size_t)(builds + 0.5);
}

size_t builds_with_layouts(const struct cell_findings *cell, size_t variant)
{
    size_t builds = 0;
    for (size_t i = 0; i < cell->estimate_count && !layouts_are_alike(&cell->progress); i++)
        if (cell->estimates[i].variant == variant && builds_of(&cell->estimates[i]) > builds)
            builds = builds_of(&cell->estimates[i]);
    return builds;
}
