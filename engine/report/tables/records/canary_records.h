// Rows of the canary: its probes and its levels.
#pragma once

#include "report/tables/records/table.h"

// For CSV alone: a row for each probe. `variant` is empty: a probe belongs to a block.
extern const struct record_table canary_table;

// For JSON alone: the levels between shifts, the first of each machine included.
extern const struct record_table canary_level_table;
