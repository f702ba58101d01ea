// The rows of diagnostics.csv, autocorrelations.csv and, for JSON alone, the verdicts.
#pragma once

#include "report/tables/records/table.h"

void each_diagnostics(const struct findings *findings, struct record *record, record_visitor *visit,
                      void *context);
void each_autocorrelation(const struct findings *findings, struct record *record,
                          record_visitor *visit, void *context);

extern const char *const diagnostics_columns[], *const autocorrelation_columns[];
extern const struct record_table verdict_table;
