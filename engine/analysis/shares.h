// Top units one by one, for the interval of a level's share of the variance.
#pragma once

#include "analysis/findings.h"
#include "stats/share.h"

// The top units of an estimate of the real phase, in the arena; reads its samples once. NULL of one
// level alone, for which they are not asked.
NODISCARD bool shares_load(struct arena *arena, struct store *store,
                           const struct findings *findings, const struct estimate *estimate,
                           const struct share_unit **units, struct error *error);
