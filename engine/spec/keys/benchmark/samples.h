// `samples`: where the values of a benchmark come from.
#pragma once

#include "spec/yaml/grammar.h"

// The keys of `samples: {pattern: …}`, and its other values.
extern const struct keyword pattern_keys[];
extern const char *const sample_sources[];

reader read_samples; // struct sampling
reader read_better;  // enum better, by the index in `better_directions`

extern const char *const better_directions[];
