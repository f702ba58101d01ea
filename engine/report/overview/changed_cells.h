// The cells that differ from the baseline.
#pragma once

#include "analysis/findings.h"
#include "report/model/document.h"

// Adds the counts ("12 faster, 3 slower, 380 inconclusive, 5 not compared") and the changed cells
// of a variant in a metric; nothing if nothing was compared.
void changed_cells_section(struct document *document, enum section_rank rank,
                           const struct findings *findings, size_t metric, size_t variant);
