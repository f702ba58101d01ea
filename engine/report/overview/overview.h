// Many cells at once: which differ, the range of the means, diagnostics, what is missing, notes.
#pragma once

#include "analysis/findings.h"
#include "model/verdict.h"
#include "report/overview/parts.h"

// Bounded whatever the number of cells: what is left out is counted, and where it stands is said.
struct overview overview_of(struct arena *arena, const struct findings *findings);
