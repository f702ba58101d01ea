// What explains a comparison, in sentences that all formats share; results live in the arena.
#pragma once

#include "analysis/compare/comparison.h"
#include "base/text.h"

// The sentences that there are, of a comparison with a verdict. On code each stands once: not where
// a comparison above it in the set has it (NULL: of a comparison that stands alone).
struct text_list explanation_lines(struct arena *arena, const struct comparison_set *set,
                                   const struct comparison *comparison);
