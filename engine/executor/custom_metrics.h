// Metrics that benchmarks report: those of `measure` must be there, others are taken along.
#pragma once

#include "executor/local_executor.h"

// Brings what an execution reported of them into their units. NULL, or why the execution does not
// count: one is missing, has no number or another unit.
const char *custom_metrics_check(const struct spec *spec, struct arena *arena,
                                 struct observation *observation);

// Notes metrics that `measure` does not name, with the direction that the first report says, and
// brings values into their units. Left out, and told once: what cannot be stored, is called like a
// meter, comes in two units, or is one too many.
NODISCARD bool custom_metrics_meet(struct local_executor *executor, struct arena *scratch,
                                   struct observation *observation, struct error *error);
