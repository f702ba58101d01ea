// The scope of a claim: which cells it covers, and in which unit.
#pragma once

#include "spec/expression/claim.h"

// Does a word of a claim name an axis' value: the same text, or the same number (1Ki, 1024)?
bool claim_means(const char *word, const char *value);

// Does a claim cover a benchmark at a point, which has one value per axis?
bool claim_covers(const struct claim *claim, const char *benchmark, const char *const *axes,
                  const char *const *point, size_t axis_count);

// The factor from the metric's unit to the unit of a claim about mean(); false if they are of
// different kinds.
NODISCARD bool claim_scale(const struct claim *claim, const char *unit, double *scale);
