// Findings as a table of a paper: LaTeX with booktabs, as wide as a column of two.
#pragma once

#include "analysis/findings.h"

#include <stdio.h>

// One table for each metric. Of more than CELLS_SHOWN_WHOLE cells those stand in it that differ
// from the baseline, the largest differences first, at most LATEX_CELLS_MOST; the caption says so.
void report_latex(const struct findings *findings, FILE *out);
enum { LATEX_CELLS_MOST = 20 };

// Text as LaTeX shows it literally, by pdflatex too.
const char *latex_literal(struct arena *arena, const char *text);
