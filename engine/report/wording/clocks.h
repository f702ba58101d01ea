// The overhead of reading a clock, as a share of a sample, in words.
#pragma once

#include "analysis/findings.h"
#include "report/model/notes.h"

// Adds the clocks whose overhead matters, once for a campaign.
void note_clocks(struct notes *notes, const struct findings *findings);
