// A comparison for programs.
#pragma once

#include "report/compare/comparison.h"
#include "report/model/record.h"

// Limits that do not exist are absent.
struct record *comparison_record(struct arena *arena, const struct comparison_set *set,
                                 const struct comparison_frame *frame);
