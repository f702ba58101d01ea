// Where the variance between builds comes from, in words. Results live in the arena.
#pragma once

#include "analysis/attribute/attribute.h"
#include "report/overview/parts.h"

// "function alignment 70 % [40, 90]; the rest 5 % [0, 12]; environment size nothing visible".
const char *attribution_sentence(struct arena *arena, const struct findings *findings,
                                 const struct attributed *attributed);

// "40 % [20, 60]", or "unknown".
const char *variance_share_wording(struct arena *arena, const struct variance_share *share);

// "aslr stack", of the factor "aslr.stack".
const char *factor_label(struct arena *arena, const char *name);

// "visible", "by its interval alone" or "nothing visible".
const char *factor_word(const struct factor_share *factor);

// "p < 0.01 %", "p = 3 %".
const char *p_wording(struct arena *arena, double p);

// What the shares are of, what is not additive, and what one factor has alone.
struct text_list attribution_notes(struct arena *arena, const struct findings *findings,
                                   const struct attributed *attributed);

// One part for each cell and metric: the sentence, then the notes.
struct overview attribution_overview(struct arena *arena, const struct findings *findings);
