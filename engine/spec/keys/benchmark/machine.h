// `machine`: CPUs, limits and environment of executions.
#pragma once

#include "spec/keys/benchmark/target.h"

extern const struct keyword machine_keys[];

// `machine`: cpus, limits and environment of a target.
void machine_read(struct reading *reading, const struct node *map, struct target *target,
                  bool again);
