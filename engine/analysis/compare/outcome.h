// What an outcome is called.
#pragma once

#include "analysis/compare/comparison.h"

// "slower", "faster"; for metrics other than time "worse", "better", or "higher", "lower" if the
// better direction is unknown; "equal", "inconclusive", "identical".
const char *comparison_outcome_word(const struct comparison *comparison,
                                    enum comparison_outcome outcome);

// The same as a stable name of files: "equivalent" for "equal".
const char *comparison_outcome_name(const struct comparison *comparison,
                                    enum comparison_outcome outcome);

// "placement only" where the functions were compared, none has other code or constants, and the
// sides are not equal; "placement or data" where constants differ; else NULL.
const char *attribution_of(const struct comparison *comparison);
