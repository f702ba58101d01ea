// A benchmark under a variant: its keys, merged and read.
#pragma once

#include "spec/yaml/grammar.h"

// What one variant of one benchmark is made from.
struct definition {
    const char *benchmark, *variant;
    const struct node *keys;                // the benchmark's, overridden by the variant's
    const struct node *machine, *randomize; // the experiment's, overridden by both; or NULL
    bool defaults;                          // of randomizers: the experiment names none
};

// The keys of a benchmark, which a variant may replace.
extern const struct keyword benchmark_keys[];

// A target and what is put together last.
struct draft {
    struct target target;
    struct text_list command, args;
};

// Notes what is wrong with the keys of a benchmark or variant.
void target_check(struct reading *reading, const struct node *map);

// A benchmark's keys, replaced by the variant's (or NULL) where it has them.
struct node *target_merge(struct arena *arena, const struct node *benchmark,
                          const struct node *variant);

// Reads a target within reading->scope. `again`: `draft` is a copy of one that was read from the
// same origin, and only what ${…} makes different is read.
void target_read(struct reading *reading, const struct definition *definition, struct draft *draft,
                 bool again);
