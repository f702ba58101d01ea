// What explains a comparison, in sentences that all formats share; results live in the arena.
#pragma once

#include "analysis/compare/comparison.h"
#include "base/text.h"

// "as built: +4.1 % [+3.8 %, +4.4 %], slower; code: +0.3 % [-0.2 %, +0.8 %], equal; placement:
// +3.8 % [+3.2 %, +4.4 %], slower"; NULL: the as-built variants were not measured.
const char *parts_wording(struct arena *arena, const struct comparison *comparison);

// "placement only: no function's machine code differs…", or which functions differ; NULL: they were
// not compared.
const char *code_wording(struct arena *arena, const struct comparison *comparison);

// The sentences that there are, of a comparison with a verdict. On code each stands once: not where
// a comparison above it in the set has it (NULL: of a comparison that stands alone).
struct text_list explanation_lines(struct arena *arena, const struct comparison_set *set,
                                   const struct comparison *comparison);
