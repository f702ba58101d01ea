// The benchmarks of one execution of a whole suite (`each: true`).
#pragma once

#include "run/foreign.h"

enum { SUITE_BENCHMARKS_MOST = 1000 };

struct suite_member {
    const char *name;
    struct foreign_samples samples; // none, where `why` is set
    const char *why;                // NULL, or why it has no samples
};

struct suite {
    struct suite_member *members; // in the order of the output
    size_t count;
    double iterating_s;  // of all members
    uint64_t iterations; // in each sample of all members; 0: not the same
};

// Takes every benchmark of the output, each with `told` samples (0: any number), of which the first
// `warmup` are removed. NULL with at least one member that has samples, or why not.
const char *suite_take(const struct harness_output *output, size_t told, size_t warmup,
                       struct suite *suite);

// "BM_sort/1024: wall_time", the name under which a store has a metric of a member; and its parts:
// the length of the member's name, 0 where there is none, and the metric.
const char *suite_metric(struct arena *arena, const char *member, const char *metric);
size_t suite_metric_parts(const char *name, const char **metric);
