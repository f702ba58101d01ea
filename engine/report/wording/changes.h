// A ratio in figures, or as a change in percent; results live in the arena.
#pragma once

#include "base/arena.h"
#include "stats/ratio.h"

// "+3.1 %"; from ten times on "×12.3". "" if there is no ratio.
const char *change_wording(struct arena *arena, const struct ratio *ratio);

// "[+2.2 %, +4.0 %]", "exact", "at least +2.2 %", "undetermined", "no interval"; "" if there is no
// ratio.
const char *limits_wording(struct arena *arena, const struct ratio *ratio);

// "1.031 [1.022, 1.040]", "1.03, at least 1.01", "1.03, undetermined", "1.03, no interval",
// "1.0198, exact".
const char *ratio_wording(struct arena *arena, const struct ratio *ratio);
