// Repetition counts within a budget (docs/method.md, "Time budget").
#pragma once

#include "stats/dimensioning.h"

// The blocks of a cell that a budget leaves to a real experiment: of fewer there is hardly an
// interval.
enum { BUDGET_BLOCKS_LEAST = 5 };

// dimension_search(); but where that takes longer than `limit_s` (0: no limit), the counts below
// the top are those of the narrowest precision that the limit pays: with at least the request's
// top units, or, where these are too dear, with at least BUDGET_BLOCKS_LEAST. The count of the top
// is the one that the requested precision then needs, for a budget to reduce. Where the request
// fixes the top and that keeps the precision out of reach, the levels below get a hundred units at
// most, and without a limit as many as a minute pays.
struct allocation affordable_search(const struct dimension_request *request, double limit_s);
