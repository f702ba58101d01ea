// The last side's results for services that track a branch: Bencher and github-action-benchmark.
#pragma once

#include "analysis/compare/comparison.h"
#include "model/better.h"

#include <stdio.h>

// Bencher Metric Format: value and limits of each benchmark and metric of the last side that has
// results. Times are in nanoseconds. A judged time is called latency, a judged rate throughput.
NODISCARD bool comparison_bmf(const struct comparison_set *comparison_set, FILE *out,
                              struct error *error);

// The format customSmallerIsBetter of github-action-benchmark, or customBiggerIsBetter if `better`
// is BETTER_MORE: all metrics of this direction of the last side that has results. A judged metric
// without a known direction counts as smaller is better.
NODISCARD bool comparison_github(const struct comparison_set *comparison_set, enum better better,
                                 FILE *out, struct error *error);
