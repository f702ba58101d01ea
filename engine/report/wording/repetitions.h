// Levels in words: their shares of the variance, their repetitions, and how these were chosen.
#pragma once

#include "analysis/findings.h"
#include "model/level.h"
#include "model/verdict.h"

// "variance of O3: iteration 12 %, execution 30 %, build 58 %", with intervals where it is by the
// pilot; NULL if nothing varies.
const char *variance_wording(struct arena *arena, const struct findings *findings,
                             const struct estimate *estimate);

// "12 [5, 30] %", "not decomposed: one execution a build; set executions: 2 or more"; NULL for a
// level that was not repeated.
const char *share_wording(struct arena *arena, const struct decomposition *decomposition,
                          int level);

// As measured: "30 builds × 1 to 3 executions × 10 iterations".
const char *repetitions_wording(struct arena *arena, const struct estimate *estimate);

// How the counts of the cell `index` were chosen, closed form beside used; NULL if it was not
// dimensioned.
const char *choice_wording(struct arena *arena, const struct findings *findings, size_t index);

// The blocks of a cell that were chosen from its pilot, or fixed by the file; a budget may leave
// fewer. 0: it was not dimensioned.
size_t chosen_blocks(const struct cell_findings *cell);

// Whether the file fixes the counts of all levels.
bool counts_are_fixed(const struct findings *findings);

// "5 to 30 builds".
const char *range_wording(struct arena *arena, size_t fewest, size_t most, const char *noun);
