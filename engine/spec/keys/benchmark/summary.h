// `summary`: the statistic that is reported; and which direction of a unit is better.
#pragma once

#include "spec/yaml/grammar.h"

#define SUMMARY_PATTERN                                                                            \
    "mean|median|minimum|mode|trimmed_mean|harmonic_mean|geometric_mean|percentile .*"

#define SUMMARY_HELP                                                                               \
    "The statistic that is reported of the samples of a variant, in place of the mean. 'eswexp "   \
    "list summaries' gives the reason to choose each. Precision, counts of repetitions, claims "   \
    "and verdicts stay those of means. For median, minimum, mode, trimmed_mean and percentiles a " \
    "sample is one iteration, not the mean of a batch, unless the file sets minimum_time."

// `summary` of the experiment or of a benchmark.
reader read_summary; // struct statistic

// Notes benchmarks that measure the same in opposite directions, and variants with a summary. Maps
// may be NULL.
void directions_check(struct reading *reading, const struct node *benchmarks);
void summary_statistics_check(struct reading *reading, const struct node *variants);
