// Top units one by one, for what is a jackknife over them.
#include "analysis/estimate/shares.h"
#include "analysis/estimate/levels.h"
#include "model/level.h"

// A series on its way to its units.
struct units {
    struct arena *arena;
    struct variance variance;
    enum level top;
    size_t begun; // units whose name is known
    size_t room, label;
    struct share_unit so_far; // sums of the units that are finished
    struct top_units found;
};

// What the sums have grown by since the last unit is this one's.
static void add_unit(void *context, size_t label, double mean)
{
    struct units *units = context;
    (void)label;
    if (units->found.count == units->room)
        return;
    struct share_unit *unit = &units->found.items[units->found.count++], *so_far = &units->so_far;
    unit->mean = mean;
    for (int i = 0; i < units->variance.levels - 1; i++) {
        const struct variance_level *level = &units->variance.level[i];
        unit->squares[i] = level->squares - so_far->squares[i];
        unit->freedom[i] = level->freedom - so_far->freedom[i];
        so_far->squares[i] = level->squares;
        so_far->freedom[i] = level->freedom;
    }
}

static const char *name_of(struct arena *arena, enum level top, const struct sample_piece *piece)
{
    if (top == LEVEL_MACHINE)
        return arena_strdup(arena, piece->machine);
    return top == LEVEL_BUILD
               ? arena_printf(arena, "%s %s", piece->machine, piece->block)
               : arena_printf(arena, "%s %s %s", piece->machine, piece->block, piece->execution);
}

// A piece of a unit that was not there before names it.
static void name_unit(struct units *units, const struct sample_piece *piece)
{
    size_t label = units->top == LEVEL_MACHINE ? piece->machine_unit
                   : units->top == LEVEL_BUILD ? piece->block_unit
                                               : piece->execution_unit;
    bool open = units->begun > units->found.count && label == units->label;
    if (units->begun == units->room || open)
        return;
    units->label = label;
    units->found.names[units->begun++] = name_of(units->arena, units->top, piece);
}

static void add_piece(struct units *units, const enum level levels[LEVELS_MAX],
                      const struct sample_piece *piece)
{
    if (units->variance.levels > 1 && piece->count > 0) {
        name_unit(units, piece);
        levels_add(&units->variance, levels, piece);
        return;
    }
    for (size_t i = 0; i < piece->count; i++) { // a sample is a unit
        name_unit(units, piece);
        add_unit(units, 0, piece->values[i]);
    }
}

bool shares_load(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                 const struct estimate *estimate, struct top_units *units, struct error *error)
{
    int levels = estimate->components.levels;
    struct units reading = {.arena = arena,
                            .variance = {.levels = levels, .top_unit = add_unit},
                            .top = estimate->level[levels - 1],
                            .room = estimate->components.top_units};
    reading.found.items = arena_new_array(arena, struct share_unit, reading.room);
    reading.found.names = arena_new_array(arena, const char *, reading.room);
    reading.variance.context = &reading;
    CURSOR_CLEANUP struct sample_cursor *cursor =
        samples_open(store, estimate_series(catalogue, estimate), error);
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
