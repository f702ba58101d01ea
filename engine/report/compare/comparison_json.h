// A comparison as one JSON object.
#pragma once

#include "analysis/compare/comparison.h"
#include "model/better.h"
#include "report/compare/comparison.h"

#include <stdio.h>

NODISCARD bool comparison_json(const struct comparison_set *comparison_set,
                               const struct comparison_frame *frame, FILE *out,
                               struct error *error);
