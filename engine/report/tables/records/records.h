// The small tables: one list for CSV and JSON.
#pragma once

#include "report/tables/records/table.h"

extern const struct record_table record_tables[];
extern const size_t record_table_count;
extern const struct record_table failure_table; // for JSON alone: executions.csv has the failures
extern const struct record_table layout_table;  // for JSON alone: the share that may be unseen
