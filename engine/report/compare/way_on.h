// The way on from an inconclusive verdict (docs/compare.md, "The way on").
#pragma once

#include "report/compare/comparison.h"
#include "report/compare/reservations.h"

// By comparison of the set; no words where the verdict is not inconclusive.
const struct way_on *ways_on_of(struct arena *arena, const struct comparison_set *comparison_set,
                                const struct comparison_sources *sources,
                                const struct notes *reservations);

// "eswexp compare --continue DIR --budget 12min", which would decide all verdicts that a
// continuation can, if the changes are as measured; NULL: none.
const char *deciding_command(struct arena *arena, const struct comparison_set *comparison_set,
                             const struct comparison_frame *frame);
