// Top units one by one, for the interval of a level's share of the variance.
#include "analysis/shares.h"

struct units {
    struct variance variance;
    struct share_unit *items;
    size_t count, room;
    struct share_unit so_far; // sums of the units that are finished
};

// What the sums have grown by since the last unit is this one's.
static void add_unit(void *context, size_t label, double mean)
{
    struct units *units = context;
    (void)label;
    if (units->count == units->room)
        return;
    struct share_unit *unit = &units->items[units->count++], *so_far = &units->so_far;
    unit->mean = mean;
    for (int i = 0; i < units->variance.levels - 1; i++) {
        const struct variance_level *level = &units->variance.level[i];
        unit->squares[i] = level->squares - so_far->squares[i];
        unit->freedom[i] = level->freedom - so_far->freedom[i];
        so_far->squares[i] = level->squares;
        so_far->freedom[i] = level->freedom;
    }
}

bool shares_load(struct arena *arena, struct store *store, const struct findings *findings,
                 const struct estimate *estimate, const struct share_unit **units,
                 struct error *error)
{
    size_t room = estimate->components.top_units;
    struct units found = {.variance = {.levels = estimate->components.levels, .top_unit = add_unit},
                          .room = room};
    *units = NULL;
    if (found.variance.levels == 1)
        return true;
    CURSOR_CLEANUP struct sample_cursor *cursor =
        samples_open(store, catalogue_series(&findings->catalogue, estimate), error);
    if (!cursor)
        return false;
    found.items = arena_new_array(arena, struct share_unit, room);
    found.variance.context = &found;
    struct sample_piece piece;
    do {
        if (!samples_next(cursor, &piece, error))
            return false;
        levels_add(&found.variance, estimate->level, &piece);
    } while (piece.count > 0);
    variance_finish(&found.variance);
    *units = found.items;
    return true;
}
