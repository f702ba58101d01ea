// Output of `eswexp bisect` for programs.
#pragma once

#include "campaign/bisection/bisection.h"

#include <stdio.h>

NODISCARD bool bisection_json(const struct bisection *bisection, FILE *out, struct error *error);

// A row for each commit that was measured or skipped.
void bisection_csv(const struct bisection *bisection, FILE *out);
