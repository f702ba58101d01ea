// The top units of a series one by one, for jackknives over them (docs/method.md, "Jackknife").
#pragma once

#include "analysis/estimate/estimate.h"
#include "stats/share.h"

struct top_units {
    struct share_unit *items;
    // Machine, block and execution, as needed to distinguish units. Units of two variants in one
    // block have equal names.
    const char **names;
    size_t count;
};

// Loads the top units of an estimate of the real phase into the arena, in the order of the store;
// reads its samples once.
NODISCARD bool top_units_load(struct arena *arena, struct store *store,
                              const struct catalogue *catalogue, const struct estimate *estimate,
                              struct top_units *units, struct error *error);
