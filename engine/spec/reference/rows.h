// The keys of the experiment file as one list, each with its path.
#pragma once

#include "spec/yaml/keyword.h"

struct reference_row {
    const char *path; // "repeat.real.builds", "sweep.AXIS.from", "measure[].unit"
    size_t depth;     // 0: a top-level key
    const struct keyword *keyword;
};

struct reference_rows {
    struct reference_row *items;
    size_t count;
};

// All keys, each before those below it, in the arena. Keys of several maps come once.
struct reference_rows reference_rows(struct arena *arena);
