// The report of `eswexp bisect` for people.
#pragma once

#include "campaign/bisection/bisection.h"
#include "report/model/document.h"

struct document *bisection_document(struct arena *arena, const struct bisection *bisection);
