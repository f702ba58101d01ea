// A comparison as JUnit XML.
#pragma once

#include "analysis/compare/comparison.h"
#include "model/better.h"
#include "report/compare/comparison.h"

#include <stdio.h>

// A test case for each comparison with a verdict: slower is a failure, a missing side an error,
// inconclusive is skipped.
void comparison_junit(const struct comparison_set *comparison_set,
                      const struct comparison_frame *frame, FILE *out);
