// Derived quantities in words.
#pragma once

#include "analysis/derive/derived.h"
#include "report/overview/parts.h"

// One part for each quantity. The part has a line for each point; for many points it has their
// range. A quantity over an axis has a line for each point of the other axes. The length does not
// grow with the number of points.
struct overview derived_overview(struct arena *arena, const struct findings *findings);

// "12.3 ± 0.2 µs", "0.94 [0.93, 0.96]" of a plain quotient; a step as its place.
const char *derived_number(struct arena *arena, const struct derived_term *term);

// The point of a result: "n=1000, size=64", without the axis that the quantity runs over; "" if
// there is no other axis.
const char *derived_place(struct arena *arena, const struct findings *findings,
                          const struct derived_result *result);
