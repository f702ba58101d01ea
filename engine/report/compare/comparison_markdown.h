// A comparison in GitHub's Markdown.
#pragma once

#include "analysis/compare/comparison.h"
#include "model/better.h"
#include "report/compare/comparison.h"

#include <stdio.h>

// For a step summary or a comment.
void comparison_markdown(const struct comparison_set *comparison_set,
                         const struct comparison_frame *frame, FILE *out);
