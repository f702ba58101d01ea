// The last side's results for services that track a branch: Bencher and github-action-benchmark.
#pragma once

#include "analysis/compare/comparison.h"
#include "model/better.h"

#include <stdio.h>

// Bencher Metric Format: of the last side that has results, per benchmark and metric, value and
// limits. Times are in nanoseconds, the judged one is called latency; a judged rate throughput.
NODISCARD bool comparison_bmf(const struct comparison_set *comparison_set, FILE *out,
                              struct error *error);

// For github-action-benchmark's customSmallerIsBetter, or customBiggerIsBetter (`better` is
// BETTER_MORE): of the last side that has results, the metric with a verdict and all metrics of
// this direction.
NODISCARD bool comparison_github(const struct comparison_set *comparison_set, enum better better,
                                 FILE *out, struct error *error);
