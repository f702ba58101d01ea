// The way on from an inconclusive verdict (docs/compare.md, "The way on").
#pragma once

#include "report/compare/reservations.h"

// By comparison of the set: "about 45 more builds, 6 min (--budget 12min); or --equivalence 2%", as
// far as the data support it; NULL where they support nothing or the verdict is not inconclusive.
const char *const *ways_on_of(struct arena *arena, const struct comparison_set *comparison_set,
                              const struct comparison_sources *sources,
                              const struct notes *reservations);
