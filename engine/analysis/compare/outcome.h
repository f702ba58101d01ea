// What an outcome is called.
#pragma once

#include "analysis/compare/comparison.h"

// "slower", "faster"; for metrics other than time "worse", "better", or "higher", "lower" if the
// better direction is unknown; "equal", "inconclusive", "identical".
const char *comparison_outcome_word(const struct comparison *comparison,
                                    enum comparison_outcome outcome);

// The same, with its margin where that is part of it: "equal within ±1 %".
const char *comparison_verdict(struct arena *arena, const struct comparison *comparison,
                               enum comparison_outcome outcome);

// The word as a stable name of files: "equivalent" for "equal".
const char *comparison_outcome_name(const struct comparison *comparison,
                                    enum comparison_outcome outcome);

// "placement only" where the functions were compared, none has other code or constants, and the
// sides are not equal; "placement or data" where constants differ; else NULL.
const char *attribution_of(const struct comparison *comparison);
