// What the dependence of blocks on each other means, in words.
#pragma once

#include "base/arena.h"
#include "stats/dependence.h"

// "builds depend on each other: neighbours correlate by 0.84, and 30 count as 2.6"; `unit` is
// "build".
const char *dependence_wording(struct arena *arena, const struct dependence *dependence,
                               const char *unit);

// "12 builds are too few to tell whether they depend on each other"; NULL of enough of them.
const char *too_few_wording(struct arena *arena, const struct dependence *dependence,
                            const char *unit);
