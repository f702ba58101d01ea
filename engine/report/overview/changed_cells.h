// The cells that differ from the baseline.
#pragma once

#include "analysis/findings.h"
#include "model/verdict.h"
#include "report/overview/parts.h"

// "12 faster, 3 slower, 380 inconclusive, 5 not compared" and the cells that differ, of a variant
// in a metric; without lines if nothing was compared.
struct overview_part changed_cells_part(struct arena *arena, const struct findings *findings,
                                        size_t metric, size_t variant);
