// `machine`: CPUs, limits and environment of executions.
#pragma once

#include "spec/keys/benchmark/target.h"

extern const struct keyword machine_keys[];

// Fills the CPUs, process settings, limits and environment of a target. `map` may be NULL.
void machine_read(struct reading *reading, const struct node *map, struct target *target,
                  bool again);
