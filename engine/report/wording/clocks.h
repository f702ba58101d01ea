// Clocks in words.
#pragma once

#include "analysis/findings.h"
#include "base/text.h"
#include "model/level.h"
#include "model/verdict.h"

// Clocks whose cost is worth a word, once for a campaign.
void note_clocks(struct arena *arena, const struct findings *findings, struct text_list *notes);
