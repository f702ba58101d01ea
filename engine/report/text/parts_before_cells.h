// What text and Markdown say before the cells.
#pragma once

#include "analysis/findings.h"
#include "report/overview/parts.h"

// Attribution, bias, derived quantities, and differences of code and placement; no parts where
// there is none of these.
struct overview parts_before_cells(struct arena *arena, const struct findings *findings);
