// Rows of derived.csv.
#pragma once

#include "analysis/derive/derived.h"
#include "report/tables/records/table.h"

extern const struct record_table derived_table;
extern const struct record_table derived_wording_table; // for JSON alone: notes beside the numbers
