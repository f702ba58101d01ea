// Metrics that a benchmark reports: 'METRIC name=value unit' on its stdout, esw_metric() in C.
#pragma once

#include "base/arena.h"
#include "kernels/eswexp.h"
#include "model/better.h"

#include <stddef.h>

// One report. Names and units are as said: nothing says that they are fit to be shown or stored.
struct said_metric {
    const char *name, *unit; // "": none was said
    double value;
    enum better better;
    const char *fault; // NULL, or why this is no value: "'METRIC x=fast' has no number"
};

struct said_metrics {
    struct said_metric *items; // in the order they were said
    size_t count;
};

// Adds what the lines of `output` report: METRIC, a name with '=' right behind it, a number; a
// unit, and then less or more, may follow. Other lines are the benchmark's own business. A last
// line without its end may be cut off.
void metrics_find(struct arena *arena, const char *output, size_t length,
                  struct said_metrics *metrics);

// Adds what esw_metric() left in a harness's header.
void metrics_take(struct arena *arena, const struct esw_header *header,
                  struct said_metrics *metrics);
