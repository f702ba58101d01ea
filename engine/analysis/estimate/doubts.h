// Why a comparison's ratio says nothing of the code, as the trial and `compare` found.
#pragma once

#include "store/results/catalogue.h"

enum doubt {
    DOUBT_NONE,
    DOUBT_CLOCK,     // the metric follows a clock
    DOUBT_SUSPICION, // it may
    DOUBT_INPUT,     // the sides read different files
};

// By cell and variant (cell * variants + variant); NULL: none. suites_spread() divides each.
struct doubts {
    const char *const *clocks; // metrics that follow a clock and not the code, comma-separated
    // Of the files it reads that differ from the first's: a sentence on inputs, the path of a
    // script, and a line on each that may be either.
    const char *const *inputs, *const *scripts, *const *files;
};

NODISCARD bool doubts_load(struct arena *arena, struct store *store,
                           const struct catalogue *catalogue, struct doubts *doubts,
                           struct error *error);

// Of two variants of a cell in a metric, by its name; also of a variant and itself.
enum doubt doubt_of(const struct doubts *doubts, const struct catalogue *catalogue, size_t cell,
                    size_t old, size_t new, const char *metric);

// A sentence on why there is no verdict; NULL: no doubt.
const char *doubt_wording(enum doubt doubt);
