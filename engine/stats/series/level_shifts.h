// The stable levels of a series of durations, except for single outliers. docs/method.md, "Canary:
// level shifts".
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    LEVEL_SHIFTS_LEAST = 8, // durations; fewer are not searched
    LEVEL_LEAST = 3,        // durations in a level
    LEVEL_NEIGHBOURS = 2,   // neighbours on either side with which a duration is compared
};
// A smaller relative difference is no shift: quiet machines show it, too, and virtual machines,
// whose neighbours are invisible, wander by 2 to 3 %.
static const double LEVEL_STEP = 0.05;

struct stable_level {
    size_t first, count;
    double mean; // geometric, without the single outliers
};

struct level_shifts {
    struct stable_level *items; // at least one
    size_t count;
    bool *apart; // by duration: this one alone is far above its neighbours
    size_t apart_count;
    double apart_most; // the largest excess over the neighbours: 0.5 is 50 % longer
    double spread;     // 0.01: nine of ten other durations lie within 1 % of their level
};

// Takes at least LEVEL_SHIFTS_LEAST positive durations. Levels lie between the change points (PELT)
// of their logarithms; neighbours are joined while they differ by less than LEVEL_STEP or by less
// than five standard errors. The result lives in the arena.
struct level_shifts level_shifts_find(struct arena *arena, const double *seconds, size_t count);
