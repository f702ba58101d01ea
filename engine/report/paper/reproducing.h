// The commands that reproduce a campaign.
#pragma once

#include "analysis/findings.h"
#include "store/store.h"

// The commands that repeat the campaign, a line each; none where its experiment is not known.
struct text_list commands_to_reproduce(struct arena *arena, struct store *store,
                                       const struct findings *findings);
