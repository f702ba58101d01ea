// The estimate of one series of samples (docs/method.md, "Variance by level").
#pragma once

#include "analysis/estimate/estimate.h"
#include "analysis/estimate/levels.h"

enum { ORDER_ROOM = 1 << 18 }; // doubles that finding a median may keep

// Sets levels, components, shares and the interval of the mean; reads the samples once. `pilot` is
// the slice of the cell's pilot.
NODISCARD bool series_components(struct store *store, const struct catalogue *catalogue,
                                 const struct series_entry *series, const struct slice *pilot,
                                 double confidence, struct estimate *estimate, struct error *error);

// Also sets median and minimum; `room` has ORDER_ROOM doubles. If the samples do not fit, reads
// them once or twice more.
NODISCARD bool series_estimate(struct store *store, const struct catalogue *catalogue,
                               const struct series_entry *series, const struct slice *pilot,
                               double confidence, double *room, struct estimate *estimate,
                               struct error *error);
