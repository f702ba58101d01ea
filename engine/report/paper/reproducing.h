// The commands that reproduce a campaign.
#pragma once

#include "analysis/findings.h"
#include "store/store.h"

// A line for each; none where the store has no experiment.
struct text_list commands_to_reproduce(struct arena *arena, struct store *store,
                                       const struct findings *findings);
