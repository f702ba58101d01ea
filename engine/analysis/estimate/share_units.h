// Collecting what each top unit adds to the sums of a series, for the intervals of shares.
#pragma once

#include "base/arena.h"
#include "stats/share.h"
#include "stats/variance.h"

// Start from zeros with the arena set.
struct share_units {
    struct arena *arena;
    struct share_unit so_far; // sums of the finished units
    struct share_unit *items;
    size_t count, room;
};

// Adds the top unit that just ended; for a struct variance's `top_unit`.
void share_units_add(struct share_units *units, const struct variance *variance, double mean);
