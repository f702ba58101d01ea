// Custom metrics: 'METRIC name=value unit' on a benchmark's stdout, or esw_metric() in C.
#pragma once

#include "base/arena.h"
#include "kernels/eswexp.h"
#include "model/better.h"

#include <stddef.h>

// One reported value. Name and unit are unchecked: callers validate them before showing or storing.
struct reported_metric {
    const char *name, *unit; // "": none
    double value;
    enum better better;
    const char *fault; // NULL, or why there is no value: "'METRIC x=fast' has no number"
};

struct reported_metrics {
    struct reported_metric *items; // in the order of the reports
    size_t count;
    const char
        *malformed; // NULL, or the first lines that begin as a metric's and are none, and why
    size_t malformed_count;
};

// Adds a copy of the metric; its texts are borrowed.
void metrics_add(struct arena *arena, struct reported_metrics *metrics,
                 const struct reported_metric *metric);

// Adds the metrics that lines of `output` report: METRIC, a name, '=', a number, optionally a unit
// and then less or more. Ignores lines that do not begin so, and a last line without a newline,
// which may be incomplete.
void metrics_find(struct arena *arena, const char *output, size_t length,
                  struct reported_metrics *metrics);

// Adds the metrics of esw_metric() in a harness's header.
void metrics_take(struct arena *arena, const struct esw_header *header,
                  struct reported_metrics *metrics);
