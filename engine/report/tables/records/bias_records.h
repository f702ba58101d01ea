// Rows of bias.csv and bias_conclusions.csv.
#pragma once

#include "report/tables/records/table.h"

extern const struct record_table bias_table;            // a row for each value of the factor
extern const struct record_table bias_conclusion_table; // a row for each sweep
