// `machine` and `randomize` of a benchmark or variant, laid over those of the experiment.
#pragma once

#include "spec/yaml/grammar.h"

// Notes keys that only the experiment has. `builds`: is any benchmark built?
void overlay_check(struct reading *reading, const struct node *map, bool builds);

// The experiment's map of that key, its keys replaced by the benchmark's, those by the variant's
// (variable by variable in `env`). All may be NULL.
const struct node *overlaid(struct arena *arena, const char *key, const struct node *base,
                            const struct node *benchmark, const struct node *variant);
