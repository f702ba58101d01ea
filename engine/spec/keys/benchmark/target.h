// A benchmark under a variant: its keys, merged and read.
#pragma once

#include "spec/yaml/grammar.h"

// One variant of one benchmark as written.
struct definition {
    const char *benchmark, *variant;
    const struct node *keys;                // the benchmark's, overridden by the variant's
    const struct node *machine, *randomize; // the experiment's, overridden by both; or NULL
    bool defaults;                          // the experiment names no randomizer: the defaults hold
    const struct attribution_design *attribution;
};

// The keys of a benchmark, which a variant may replace.
extern const struct keyword benchmark_keys[];

// A target, and the two lists that make its command.
struct draft {
    struct target target;
    struct text_list command, args;
};

// Notes mistakes in the keys of a benchmark or variant.
void target_check(struct reading *reading, const struct node *map);

// A benchmark's keys, replaced by the variant's (or NULL) where it has them.
struct node *target_merge(struct arena *arena, const struct node *benchmark,
                          const struct node *variant);

// Reads a target within reading->scope. `again`: `draft` is a copy of the target of another point,
// and only keys with ${…} are read.
void target_read(struct reading *reading, const struct definition *definition, struct draft *draft,
                 bool again);
