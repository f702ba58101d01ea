// Real experiments within a time budget (docs/method.md, "Time budget").
#pragma once

#include "base/log.h"
#include "plan/plan.h"
#include "store/store.h"

// A campaign whose pilot is done, with the repetitions that its cells need for their precision.
struct budgeted {
    struct store *store;
    const struct spec *spec;
    struct repetitions *repetitions;
    const bool *
        already_planned; // cells that have their plan already, within an earlier budget; NULL: none
};

// Removes blocks until the cost that the pilots predict fits into `limit_s` seconds (0: no limit).
// All cells of all campaigns get the same expected relative half-width, the narrowest that the time
// allows. A cell with a narrower interval at the least number of blocks, or that reaches its own
// precision with fewer blocks, keeps that number. No cell gets fewer than five blocks, and no cell
// loses blocks whose number the file fixes. The rule uses variances and costs of the pilot, never
// results, and applies before the real experiment begins, so the intervals stay valid. A note and
// an event state the wider precision.
NODISCARD bool budget_share(const struct budgeted *campaigns, size_t count, double limit_s,
                            const struct log *log, struct error *error);
