// The overview of many cells: changed cells, range of the means, diagnostics, missing results,
// notes.
#pragma once

#include "analysis/findings.h"
#include "model/verdict.h"
#include "report/overview/parts.h"

// Its length does not grow with the number of cells: it counts the lines that it leaves out and
// names the file that has them.
struct overview overview_of(struct arena *arena, const struct findings *findings);
