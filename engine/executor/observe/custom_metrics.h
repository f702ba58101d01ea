// Metrics that benchmarks report: those in `measure` are required, others are stored, too.
#pragma once

#include "executor/observe/recorder.h"
#include "meters/meter.h"
#include "run/execution.h"
#include "spec/spec.h"

enum { CUSTOM_METRICS_MOST = 64 };

// A metric that benchmarks report and `measure` does not name.
struct custom_metric {
    const struct meter *meter;
    bool left_out;
};

// Those of the executions so far.
struct custom_metrics {
    struct custom_metric metrics[CUSTOM_METRICS_MOST];
    size_t count;
    bool overflow;  // benchmarks report more, which was warned of
    bool malformed; // so is a line that is no metric
};

// Converts the metrics of `measure` in an execution's report to their units. NULL, or why the
// execution fails: a metric is missing, is no number or has another unit.
const char *custom_metrics_check(const struct spec *spec, struct arena *arena,
                                 struct observation *observation);

// Adds the metrics of an execution's report that `measure` does not name, with the direction of the
// first report, and converts them to their units. Leaves out, with one warning, a metric that
// cannot be stored, has the name of a meter, comes in two units, or is one too many.
NODISCARD bool custom_metrics_meet(struct custom_metrics *custom_metrics, struct recorder *recorder,
                                   const struct spec *spec, struct arena *scratch,
                                   struct observation *observation, struct error *error);
