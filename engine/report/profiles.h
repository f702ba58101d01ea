// Profiles in words and in rows.
#pragma once

#include "base/text.h"
#include "report/records.h"

// Adds "profile by perf of one execution, not measured: O2: 62 % walk (vecadd), …", a line for each
// variant of the cell that has one.
void profile_notes(struct arena *arena, const struct findings *findings, size_t cell,
                   struct text_list *notes);

// The rows of profiles.csv.
void each_profile(const struct findings *findings, struct record *record, record_visitor *visit,
                  void *context);
extern const char *const profile_columns[];
