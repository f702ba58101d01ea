// The checks of `eswexp doctor`: how fit a machine is, why it matters, and what to do.
#pragma once

#include "machine/activity/load.h"

// How fit the machine is in one respect.
enum fitness {
    FIT_NOT, // measurements are likely to be wrong
    FIT_LESS,
    FIT,
    FIT_UNKNOWN, // not available here
    FITNESSES
};

struct machine_check {
    const char *name;
    enum fitness fitness;
    const char *is;     // the state; FIT_UNKNOWN: why it is not known
    const char *why;    // it matters
    const char *remedy; // what to do; NULL: nothing
    bool tunable;       // 'eswexp run --tune' does it
};

struct machine_checks {
    const struct machine_check *items; // in order of importance
    size_t count;
};

// Runs all checks. `root` as in machine_root(). The caller measures the load, which takes a while.
struct machine_checks machine_checks(struct arena *arena, const char *root,
                                     const struct load *load);
