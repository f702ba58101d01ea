// The levels and units of samples.
#include "analysis/estimate/levels.h"

#include "model/level.h"
#include "model/phase.h"

struct sample_piece slice_piece(const struct slice *slice, const struct sample_piece *piece)
{
    struct sample_piece part = *piece;
    if (piece->count == 0)
        return part;
    size_t end = piece->first + piece->count;
    if (slice->count > 0 && slice->first + slice->count < end)
        end = slice->first + slice->count;
    if (part.first < slice->first)
        part.first = slice->first;
    part.count = end > part.first ? end - part.first : 0;
    part.values = piece->values + (part.first - piece->first);
    return part;
}

struct slice slice_of_series(const struct slice *pilot, const struct series_entry *series)
{
    return series->phase == PHASE_PILOT && series->longest > 1 ? *pilot : (struct slice){0};
}

// The most values that one execution has in the slice.
static size_t longest_in_slice(const struct series_entry *series, const struct slice *slice)
{
    size_t rest = series->longest > slice->first ? series->longest - slice->first : 0;
    return slice->count > 0 && slice->count < rest ? slice->count : rest;
}

int levels_of_series(const struct stored_cell *cell, const struct series_entry *series,
                     const struct slice *slice, enum level levels[LEVELS_MAX])
{
    bool above = cell->execution_level || cell->build_level || series->machines > 1;
    int count = 0;
    if (longest_in_slice(series, slice) > 1 || !above)
        levels[count++] = LEVEL_ITERATION;
    if (cell->execution_level)
        levels[count++] = LEVEL_EXECUTION;
    if (cell->build_level)
        levels[count++] = LEVEL_BUILD;
    if (series->machines > 1)
        levels[count++] = LEVEL_MACHINE;
    return count;
}

size_t unit_of_piece(enum level level, const struct sample_piece *piece)
{
    switch (level) {
    case LEVEL_MACHINE:
        return piece->machine_unit;
    case LEVEL_BUILD:
        return piece->block_unit;
    case LEVEL_EXECUTION:
    case LEVEL_ITERATION:
        break;
    }
    return piece->execution_unit;
}

void units_of_piece(const enum level levels[LEVELS_MAX], int count,
                    const struct sample_piece *piece, size_t unit[LEVELS_MAX])
{
    for (int i = 1; i < count; i++)
        unit[i - 1] = unit_of_piece(levels[i], piece);
}

void levels_add(struct variance *variance, const enum level levels[LEVELS_MAX],
                const struct sample_piece *piece)
{
    size_t unit[LEVELS_MAX] = {0};
    units_of_piece(levels, variance->levels, piece, unit);
    variance_add(variance, unit, piece->values, piece->count);
}
