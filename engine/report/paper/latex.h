// Findings as a table of a paper: LaTeX with booktabs, for a page of two columns.
#pragma once

#include "analysis/findings.h"

#include <stdio.h>

// One table for each metric. With more than CELLS_SHOWN_WHOLE cells, the table has only the changed
// cells, the largest differences first, at most LATEX_CELLS_MOST; the caption says so.
void report_latex(const struct findings *findings, FILE *out);
enum { LATEX_CELLS_MOST = 20 };

// Text escaped so that LaTeX, including pdflatex, shows it literally.
const char *latex_literal(struct arena *arena, const char *text);
