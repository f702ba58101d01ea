// Rows of the canary: its probes and its levels.
#pragma once

#include "report/tables/record.h"

// For CSV alone: a row for each look. `variant` is empty: a look is of a block.
extern const struct record_table canary_table;

// For JSON alone: the levels, the first of each machine's too.
extern const struct record_table canary_level_table;
