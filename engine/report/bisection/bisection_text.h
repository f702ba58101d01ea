// Output of `eswexp bisect` for people.
#pragma once

#include "campaign/bisection/bisection.h"

#include <stdio.h>

void bisection_text(const struct bisection *bisection, size_t columns, FILE *out);
