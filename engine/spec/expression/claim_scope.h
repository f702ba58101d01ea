// What of an experiment a claim is about: points, units.
#pragma once

#include "spec/expression/claim.h"

// Whether an axis' value is what a claim calls it: the same text, or the same number (1Ki, 1024).
bool claim_means(const char *word, const char *value);

// Whether a claim is about a benchmark at a point, which has one value per axis.
bool claim_covers(const struct claim *claim, const char *benchmark, const char *const *axes,
                  const char *const *point, size_t axis_count);

// What a mean in a metric's unit is multiplied by to be in that of the claim; false if they are of
// different kinds.
NODISCARD bool claim_scale(const struct claim *claim, const char *unit, double *scale);
