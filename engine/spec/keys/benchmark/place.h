// `randomize.place`: functions whose address is set, or avoided.
#pragma once

#include "spec/keys/benchmark/target.h"

// An entry of the map, for the table of `randomize`.
extern const struct keyword place_entry;

// Fills target->function_addresses; `map`: of `place`, or NULL.
void function_addresses_read(struct reading *reading, const struct node *map,
                             struct target *target);
