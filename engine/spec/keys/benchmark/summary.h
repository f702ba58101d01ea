// `summary`: the statistic that is reported; and which direction of a unit is better.
#pragma once

#include "spec/yaml/grammar.h"

// `summary` of the experiment or of a benchmark.
reader read_summary;   // struct statistic
reader refuse_summary; // a mistake: not here

// Notes benchmarks that measure the same in opposite directions, and variants with a summary. Maps
// may be NULL.
void directions_check(struct reading *reading, const struct node *benchmarks);
void summary_statistics_check(struct reading *reading, const struct node *variants);
