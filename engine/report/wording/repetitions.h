// Levels in words: their shares of the variance, their repetitions, and how these were chosen.
#pragma once

#include "analysis/findings.h"
#include "model/level.h"
#include "model/verdict.h"

// "iteration 12 %, execution 30 %, build 58 %"; NULL if no level varies.
const char *shares_wording(struct arena *arena, const struct estimate *estimate);

// As measured: "30 builds × 1 to 3 executions × 10 iterations".
const char *repetitions_wording(struct arena *arena, const struct estimate *estimate);

// How the counts of the cell `index` were chosen, closed form beside used; NULL if it was not
// dimensioned.
const char *choice_wording(struct arena *arena, const struct findings *findings, size_t index);

// "5 to 30 builds".
const char *range_wording(struct arena *arena, size_t fewest, size_t most, const char *noun);
