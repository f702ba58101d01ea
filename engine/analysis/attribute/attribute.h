// The shares of factors in the variance between builds, of a campaign that `attribute` designed.
// docs/method.md, "Attribution".
#pragma once

#include "analysis/estimate/estimates.h"
#include "base/text.h"
#include "stats/attribution/pick_freeze.h"

// One metric of one cell.
struct attributed {
    size_t cell, metric;
    // Of the factors that this cell randomizes, in their order; `factor` has their indices.
    struct attribution attribution;
    const size_t *factor;
    size_t factor_count;
};

struct attributions {
    const char *variant; // of the file, from which the variants of the design were made
    struct text_list factors;
    const struct attributed *items; // none of an unfinished campaign
    size_t count;
};

// NULL where the campaign attributes nothing. Everything lives in the arena.
NODISCARD bool attributions_load(struct arena *arena, struct store *store,
                                 const struct estimates *estimates,
                                 const struct attributions **attributions, struct error *error);
