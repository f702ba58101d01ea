// The levels on which a series of durations stays, whatever single ones of them do.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    LEVEL_SHIFTS_LEAST = 8, // durations of which anything can be said
    LEVEL_LEAST = 3,        // in a row make a level
    LEVEL_NEIGHBOURS = 2,   // on either side, beside which one alone is apart
};
// What is no change, and not apart: a quiet machine does as much, and a virtual one, whose
// neighbours cannot be seen, wanders by 2 to 3 %.
static const double LEVEL_STEP = 0.05;

struct stable_level {
    size_t first, count;
    double mean; // geometric, of those that are not apart
};

struct level_shifts {
    struct stable_level *items; // at least one
    size_t count;
    bool *apart; // by duration: alone far above those around it
    size_t apart_count;
    double apart_most; // the farthest, relative to those around it: 0.5 is half as long again
    double spread;     // 0.01: nine of ten that are not apart are within 1 % of their level
};

// Of at least LEVEL_SHIFTS_LEAST positive durations. Levels are those between change points (PELT)
// of their logarithms, neighbours joined as long as they differ by less than LEVEL_STEP, or than
// five standard errors. In the arena.
struct level_shifts level_shifts_find(struct arena *arena, const double *seconds, size_t count);
