// The top units of a series one by one, for jackknives over them (docs/method.md, "Jackknife").
#pragma once

#include "analysis/estimate/estimate.h"
#include "stats/share.h"

struct top_units {
    struct share_unit *items;
    const char **names; // of machine, block and execution, as far as they tell units apart: units
                        // of two variants in the same block have equal names
    size_t count;
};

// Those of an estimate of the real phase, in the order of the store, into the arena; reads its
// samples once.
NODISCARD bool top_units_load(struct arena *arena, struct store *store,
                              const struct catalogue *catalogue, const struct estimate *estimate,
                              struct top_units *units, struct error *error);
