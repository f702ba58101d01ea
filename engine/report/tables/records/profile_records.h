// Rows of profiles.csv.
#pragma once

#include "report/tables/records/table.h"

void each_profile(const struct findings *findings, struct record *record, record_visitor *visit,
                  void *context);
extern const char *const profile_columns[];
