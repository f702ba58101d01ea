// A real experiment that is to end in time.
#pragma once

#include "base/log.h"
#include "plan/plan.h"
#include "store/store.h"

// Takes blocks away from the cells, from all in proportion, until what the pilot says they cost
// fits into `limit_s` seconds (0: no limit); never below five blocks of a cell, nor where the file
// fixes their number. Decided before anything is measured, so the intervals hold; that they get
// wider is said and stored.
NODISCARD bool time_limit_apply(struct store *store, const struct spec *spec, double limit_s,
                                const struct log *log, struct repetitions *repetitions,
                                struct error *error);
