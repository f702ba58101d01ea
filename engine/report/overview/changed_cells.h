// The cells that differ from the baseline.
#pragma once

#include "analysis/findings.h"
#include "model/verdict.h"
#include "report/overview/parts.h"

// The counts ("12 faster, 3 slower, 380 inconclusive, 5 not compared") and the changed cells of a
// variant in a metric. The part has no lines if nothing was compared.
struct overview_part changed_cells_part(struct arena *arena, const struct findings *findings,
                                        size_t metric, size_t variant);
