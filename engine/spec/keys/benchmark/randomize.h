// `randomize`: which randomizers a target uses.
#pragma once

#include "spec/keys/benchmark/target.h"

// The keys of `randomize`: its own, and those of the registry. They live in the arena.
const struct keyword *randomize_keys(struct arena *arena);

// `randomize`: spec->seed, and names that are none. `builds`: is any benchmark built?
void randomize_check(struct reading *reading, const struct node *map, bool builds);

// Of it, the randomizers alone.
void randomizers_check(struct reading *reading, const struct node *map, bool builds);

// Is no randomizer named?
bool randomizers_are_defaults(const struct node *map);

// `randomize`: target->uses, in the order of the registry.
void randomize_read(struct reading *reading, const struct definition *definition,
                    struct target *target);
