// Opening a campaign: its folder, its executor, its store.
#pragma once

#include "campaign/campaign.h"

// The experiment in the store of a campaign or a chunk, as at the begin of the campaign. Mistakes,
// such as a missing revision, go to `report`. EXIT_USAGE: no campaign, or its folder is gone.
NODISCARD struct spec *campaign_spec(struct arena *arena, const char *path, struct text *report,
                                     struct error *error);

// Makes and locks its folder, nothing else.
NODISCARD bool campaign_take(struct arena *arena, struct campaign *campaign, struct error *error);

// Compiles its programs and opens its store. A resumed campaign whose fingerprint (machine, tools,
// programs) has changed is EXIT_USAGE, with the changes in the log; on request, the affected cells
// are restarted instead.
NODISCARD bool campaign_open(struct arena *arena, struct campaign *campaign, struct error *error);
