// Metrics that benchmarks report: those of `measure` must be there, others are taken along.
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
    bool overflow; // benchmarks report more, which was warned of
};

// Brings what an execution reported of them into their units. NULL, or why the execution does not
// count: one is missing, has no number or another unit.
const char *custom_metrics_check(const struct spec *spec, struct arena *arena,
                                 struct observation *observation);

// Notes metrics that `measure` does not name, with the direction that the first report says, and
// brings values into their units. Left out, and told once: what cannot be stored, is called like a
// meter, comes in two units, or is one too many.
NODISCARD bool custom_metrics_meet(struct custom_metrics *custom_metrics, struct recorder *recorder,
                                   const struct spec *spec, struct arena *scratch,
                                   struct observation *observation, struct error *error);
