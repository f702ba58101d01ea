// What of a machine matters for measuring: each thing, how it stands, why it matters, what to do.
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
    const char *is;     // FIT_UNKNOWN: why it cannot be told
    const char *why;    // it matters
    const char *remedy; // what to do; NULL where nothing is
    bool tunable;       // 'eswexp run --tune' does it
};

struct machine_checks {
    const struct machine_check *items; // in order of importance
    size_t count;
};

// Looks below `root` ("" for this machine, a folder for a fake one); the load is another's look,
// since it takes a while.
struct machine_checks machine_checks(struct arena *arena, const char *root,
                                     const struct load *load);
