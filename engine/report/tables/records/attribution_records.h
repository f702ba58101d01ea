// Rows of attribution.csv.
#pragma once

#include "report/tables/records/table.h"

extern const struct record_table attribution_table;
extern const struct record_table attribution_wording_table; // for JSON alone: the sentence
