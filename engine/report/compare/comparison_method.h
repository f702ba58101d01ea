// Sentences about a whole comparison: overall mean, noise floor, method.
#pragma once

#include "analysis/compare/comparison.h"
#include "report/compare/comparison.h"

// The metric of the verdicts on a side (NULL: on all sides), such as "time"; "value" if the metrics
// differ.
const char *common_subject(const struct comparison_set *comparison_set, const char *side);

// "overall: +1.2 % time [+0.3 %, +2.1 %], geometric mean of 3 benchmarks".
const char *overall_wording(struct arena *arena, const struct comparison_set *comparison_set,
                            const struct overall *overall);

// "noise floor: main rebuilt differs from itself by up to 0.40 %"; NULL without one.
const char *floor_wording(struct arena *arena, const struct comparison_set *comparison_set);

// "95 % intervals, paired over blocks; …": the method of the verdicts.
const char *method_wording(struct arena *arena, const struct comparison_set *comparison_set);

// Blocks of the cell that has the most, up to a look of the set's campaign.
size_t most_blocks(const struct comparison_set *comparison_set, size_t look);

// "look 2 of 5, after 30 of at most 100 blocks: …": which look it is, at which level; NULL: the
// campaign has only one.
const char *look_wording(struct arena *arena, const struct comparison_set *comparison_set);

// "seed 42 · FOLDER"; NULL if neither is known.
const char *place_wording(struct arena *arena, const struct comparison_frame *frame);
