// One series of samples on its way from the store to its estimate.
#pragma once

#include "analysis/estimate/estimate.h"
#include "analysis/estimate/levels.h"

enum { ORDER_ROOM = 1 << 18 }; // doubles that finding a median may keep

// Levels, components, shares and interval; reads the samples once.
NODISCARD bool series_components(struct store *store, const struct catalogue *catalogue,
                                 const struct series_entry *series, const struct slice *pilot,
                                 double confidence, struct estimate *estimate, struct error *error);

// Median and minimum, too; `room` has ORDER_ROOM doubles. More samples than these are read once or
// twice more.
NODISCARD bool series_estimate(struct store *store, const struct catalogue *catalogue,
                               const struct series_entry *series, const struct slice *pilot,
                               double confidence, double *room, struct estimate *estimate,
                               struct error *error);
