// Real experiments that are to end in time.
#pragma once

#include "base/log.h"
#include "plan/plan.h"
#include "store/store.h"

// A campaign whose pilot is done, and what its cells would have to repeat for their precision.
struct budgeted {
    struct store *store;
    const struct spec *spec;
    struct repetitions *repetitions;
    const bool *
        already_planned; // cells that have their plan already, within an earlier budget; NULL: none
};

// Takes blocks away until what the pilots say they cost fits into `limit_s` seconds (0: no limit).
// The time goes where it narrows the widest relative interval most per second: all cells of all
// campaigns come to the same expected half-width, as narrow as time allows, but for those that are
// narrower already with the least number of blocks or reach their own precision with fewer. Nothing
// is taken below five blocks of a cell, nor where the file fixes their number. The rule knows
// variances and costs of the pilot, nothing of the results, and is applied before anything is
// measured, so the intervals hold; that they get wider is said and stored.
NODISCARD bool budget_share(const struct budgeted *campaigns, size_t count, double limit_s,
                            const struct log *log, struct error *error);
