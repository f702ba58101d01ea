// The levels on which a series of durations stays, apart from single values.
// docs/method.md, "Canary: level shifts".
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    LEVEL_SHIFTS_LEAST = 8, // durations; fewer are not searched
    LEVEL_LEAST = 3,        // durations in a level
    LEVEL_NEIGHBOURS = 2,   // on either side, with which a duration is compared
};
// A smaller relative difference is no shift: quiet machines show it, too, and virtual ones, whose
// neighbours cannot be seen, wander by 2 to 3 %.
static const double LEVEL_STEP = 0.05;

struct stable_level {
    size_t first, count;
    double mean; // geometric, without the durations that are apart
};

struct level_shifts {
    struct stable_level *items; // at least one
    size_t count;
    bool *apart; // by duration: it alone is far above those around it
    size_t apart_count;
    double apart_most; // the farthest, relative to those around it: 0.5 is half as long again
    double spread; // 0.01: nine of ten durations that are not apart lie within 1 % of their level
};

// Takes at least LEVEL_SHIFTS_LEAST positive durations. Levels lie between the change points (PELT)
// of their logarithms; neighbours are joined while they differ by less than LEVEL_STEP or by less
// than five standard errors. The result lives in the arena.
struct level_shifts level_shifts_find(struct arena *arena, const double *seconds, size_t count);
