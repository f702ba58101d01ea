// The notes on a campaign.
#pragma once

#include "analysis/findings.h"
#include "report/model/notes.h"

// All notes on the campaign and its cells, the worst first; cells that share one share its line.
struct notes campaign_trust(struct arena *arena, const struct findings *findings);
