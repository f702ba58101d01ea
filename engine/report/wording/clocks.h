// The overhead of reading a clock, as a share of a sample, in words.
#pragma once

#include "analysis/findings.h"
#include "base/text.h"
#include "model/level.h"
#include "model/verdict.h"

// Adds the clocks whose overhead matters, once for a campaign.
void note_clocks(struct arena *arena, const struct findings *findings, struct text_list *notes);
