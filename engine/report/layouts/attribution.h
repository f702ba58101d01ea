// Where the variance between builds comes from, in words. Results live in the arena.
#pragma once

#include "analysis/attribute/attribute.h"
#include "analysis/findings.h"
#include "report/model/document.h"

// "function alignment 70 % [40, 90]; the rest 5 % [0, 12]; environment size nothing visible".
const char *attribution_sentence(struct arena *arena, const struct findings *findings,
                                 const struct attributed *attributed);

// "visible", "by its interval alone" or "nothing visible".
const char *factor_word(const struct factor_share *factor);

// Adds a section for each cell and metric: the sentence, then the notes.
void attribution_sections(struct document *document, const struct findings *findings);
