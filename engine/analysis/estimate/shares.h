// Top units one by one, for what is a jackknife over them.
#pragma once

#include "analysis/estimate/estimate.h"
#include "stats/share.h"

// Top units of a series, in order.
struct top_units {
    struct share_unit *items;
    const char **names; // of machine, block and execution, as far as they tell units apart: equal
                        // where two variants' units belong to the same block
    size_t count;
};

// Those of an estimate of the real phase, in the arena; reads its samples once.
NODISCARD bool shares_load(struct arena *arena, struct store *store,
                           const struct catalogue *catalogue, const struct estimate *estimate,
                           struct top_units *units, struct error *error);
