// The cheapest repetitions that keep a precision (docs/method.md, "Dimensioning: search").
#pragma once

#include "stats/dimensioning.h"

// The cheapest allocation over all integers r_1..r_n with t_{r_n - 1}·√(V/r_n) <= e·|Ȳ| for every
// series. If `most` prevents the precision, `met` is false, and the allocation is the cheapest
// within 5 % of the best possible half-width.
struct allocation dimension_search(const struct dimension_request *request);
