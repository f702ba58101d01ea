// `randomize`: which randomizers a target uses.
#pragma once

#include "spec/keys/benchmark/target.h"

// The keys of `randomize`: its own, and those of the registry. They live in the arena.
const struct keyword *randomize_keys(struct arena *arena);

// Reads spec->seed and notes mistakes of `randomize`. `builds`: is any benchmark built?
void randomize_check(struct reading *reading, const struct node *map, bool builds);

// Notes mistakes in the keys of a map of randomizers.
void randomizers_check(struct reading *reading, const struct node *map, bool builds);

// Does the map name no randomizer, so that the defaults hold? `map` may be NULL.
bool randomizers_are_defaults(const struct node *map);

// Fills target->uses, in the order of the registry.
void randomize_read(struct reading *reading, const struct definition *definition,
                    struct target *target);
