// The rows of explained.csv and functions.csv.
#pragma once

#include "report/tables/records/table.h"

extern const struct record_table explained_table, function_table;
