// Derived quantities in words.
#pragma once

#include "analysis/derive/derived.h"
#include "report/overview/parts.h"

// One part for each quantity: a line for each point or, of many, their range; a quantity over an
// axis has a line for each point of the other axes. Bounded whatever the number of points.
struct overview derived_overview(struct arena *arena, const struct findings *findings);

// "12.3 ± 0.2 µs", "0.94 [0.93, 0.96]" of a plain quotient; a step as its place.
const char *derived_number(struct arena *arena, const struct derived_term *term);

// "n=1000, size=64", without the axis that the quantity is over; "" where there is no other.
const char *derived_place(struct arena *arena, const struct findings *findings,
                          const struct derived_result *result);
