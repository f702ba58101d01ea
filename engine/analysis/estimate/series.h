// The estimate of one series of samples (docs/method.md, "Variance by level").
#pragma once

#include "analysis/estimate/estimate.h"
#include "analysis/estimate/levels.h"

enum { ORDER_ROOM = 1 << 18 }; // doubles that finding a median may keep

struct block_collector;
struct share_units;

// Sets components, block means and the interval of the mean, from sums whose top units went
// to `blocks`. Add nothing to them afterwards.
void estimate_finish(struct estimate *estimate, struct variance *variance,
                     struct block_collector *blocks, double confidence);

// Sets levels, components, block means (into the arena) and the interval of the mean; reads the
// samples once. `pilot` is the slice of the cell's pilot. `shares`, if not NULL, takes the top
// units of a series of several levels.
NODISCARD bool series_components(struct arena *arena, struct store *store,
                                 const struct catalogue *catalogue,
                                 const struct series_entry *series, const struct slice *pilot,
                                 double confidence, struct share_units *shares,
                                 struct estimate *estimate, struct error *error);

// Sets median and minimum, too; `room` has ORDER_ROOM doubles. More samples than fit are read once
// or twice more.
NODISCARD bool series_estimate(struct arena *arena, struct store *store,
                               const struct catalogue *catalogue, const struct series_entry *series,
                               const struct slice *pilot, double confidence, double *room,
                               struct share_units *shares, struct estimate *estimate,
                               struct error *error);
