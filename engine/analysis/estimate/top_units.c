// Splitting the sums of a series into its top units.
#include "analysis/estimate/top_units.h"

#include "analysis/estimate/levels.h"
#include "model/level.h"

struct unit_reader {
    struct arena *arena;
    struct variance variance;
    enum level top;
    size_t named; // units
    size_t room, label;
    struct share_unit so_far; // sums of the finished units
    struct top_units found;
};

// The sums of this unit are the growth since the unit before.
static void add_unit(void *context, size_t label, double mean)
{
    struct unit_reader *reader = context;
    (void)label;
    if (reader->found.count < reader->room)
        reader->found.items[reader->found.count++] =
            share_unit_of(&reader->variance, mean, &reader->so_far);
}

static const char *name_of(struct arena *arena, enum level top, const struct sample_piece *piece)
{
    if (top == LEVEL_MACHINE)
        return arena_strdup(arena, piece->machine);
    return top == LEVEL_BUILD
               ? arena_printf(arena, "%s %s", piece->machine, piece->block)
               : arena_printf(arena, "%s %s %s", piece->machine, piece->block, piece->execution);
}

// The first piece of a unit names it.
static void name_unit(struct unit_reader *reader, const struct sample_piece *piece)
{
    size_t label = unit_of_piece(reader->top, piece);
    bool same = reader->named > reader->found.count && label == reader->label;
    if (reader->named == reader->room || same)
        return;
    reader->label = label;
    reader->found.names[reader->named++] = name_of(reader->arena, reader->top, piece);
}

static void add_piece(struct unit_reader *reader, const enum level levels[LEVELS_MAX],
                      const struct sample_piece *piece)
{
    if (reader->variance.levels > 1 && piece->count > 0) {
        name_unit(reader, piece);
        levels_add(&reader->variance, levels, piece);
        return;
    }
    for (size_t i = 0; i < piece->count; i++) { // a sample is a unit
        name_unit(reader, piece);
        add_unit(reader, 0, piece->values[i]);
    }
}

bool top_units_load(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                    const struct estimate *estimate, struct top_units *units, struct error *error)
{
    int levels = estimate->components.levels;
    struct unit_reader reading = {.arena = arena,
                                  .variance = {.levels = levels, .top_unit = add_unit},
                                  .top = estimate->level[levels - 1],
                                  .room = estimate->components.top_units};
    reading.found.items = arena_new_array(arena, struct share_unit, reading.room);
    reading.found.names = arena_new_array(arena, const char *, reading.room);
    reading.variance.context = &reading;
    CURSOR_CLEANUP struct sample_cursor *cursor =
        samples_open(store, estimate_series(catalogue, estimate, PHASE_REAL), error);
    if (!cursor)
        return false;
    struct sample_piece piece;
    do {
        if (!samples_next(cursor, &piece, error))
            return false;
        add_piece(&reading, estimate->level, &piece);
    } while (piece.count > 0);
    if (levels > 1)
        variance_finish(&reading.variance);
    *units = reading.found;
    return true;
}
