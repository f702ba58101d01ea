// A comparison on a terminal.
#pragma once

#include "analysis/compare/comparison.h"
#include "model/better.h"
#include "report/compare/comparison.h"

#include <stdio.h>

// Lines keep within `columns` (at least 40), except for one long word.
void comparison_text(const struct comparison_set *comparison_set,
                     const struct comparison_frame *frame, FILE *out, size_t columns, bool colour);
