// The report of `eswexp bisect`.
#pragma once

#include "campaign/bisection/bisection.h"
#include "report/model/document.h"
#include "report/model/record.h"

#include <stdio.h>

struct document *bisection_document(struct arena *arena, const struct bisection *bisection);

// For programs.
struct record *bisection_record(struct arena *arena, const struct bisection *bisection);

// A row for each commit that was measured or skipped.
void bisection_csv(const struct bisection *bisection, FILE *out);
