// A growing array of top units.
#include "analysis/estimate/share_units.h"

#include <string.h>

void share_units_add(struct share_units *units, const struct variance *variance, double mean)
{
    if (units->count == units->room) {
        units->room = 2 * units->room + 16;
        struct share_unit *larger = arena_new_array(units->arena, struct share_unit, units->room);
        if (units->count > 0)
            memcpy(larger, units->items, units->count * sizeof *larger);
        units->items = larger;
    }
    units->items[units->count++] = share_unit_of(variance, mean, &units->so_far);
}
