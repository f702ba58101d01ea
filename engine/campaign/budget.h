// Real experiments within a time budget (docs/method.md, "Time budget").
#pragma once

#include "base/log.h"
#include "plan/plan.h"
#include "store/store.h"

// Wall time of a pilot in this session. Layouts are linked several at a time, so that they take
// less than the sum of their costs; zeros: unknown.
struct pilot_pace {
    double building_s, executing_s;
};

// A campaign whose pilot is done, with the repetitions that its cells need for their precision.
struct budgeted {
    struct store *store;
    const struct spec *spec;
    const char *name_before; // before a note about it: "NAME: ", or "" if it is the only one
    struct repetitions *repetitions;
    const bool *
        already_planned; // cells that have their plan already, within an earlier budget; NULL: none
    const struct pilot_pace *pace;               // NULL: unknown
    size_t expected_blocks, expected_executions; // receive what is expected to fit
};

// Costs are estimates, and a machine that was busy may become idle: plans up to three times the
// blocks of a campaign that ends with its budget, up to those `wanted` by cell. A clock ends it.
void budget_reserve(const struct budgeted *campaign, const size_t *wanted);

// Blocks of the real experiment that have all their executions, by cell; in the arena.
NODISCARD bool budget_blocks(struct store *store, struct arena *arena, size_t cells,
                             const size_t **blocks, struct error *error);

// Whether every cell has the blocks of the real experiment that a budget leaves at least, or all of
// its own.
NODISCARD bool budget_has_least(struct store *store, size_t cells, bool *least,
                                struct error *error);

// Ends the real experiment of a campaign after the blocks that are measured: the budget is over.
// With a note, behind `name_before`, and an event if they are fewer than expected.
NODISCARD bool budget_end(struct store *store, double limit_s, size_t expected_blocks,
                          const struct log *log, const char *name_before, struct error *error);

// Removes blocks until the cost that the pilots predict fits into `limit_s` seconds (0: no limit).
// Time goes where a second narrows the widest relative interval most: all cells of all campaigns
// get the same expected half-width, the narrowest that time allows. Cells that are narrower with
// the least number of blocks, or that reach their own precision with fewer, keep that. Cells keep
// 20 blocks unless the budget cannot pay them, and five at least; none loses blocks whose number
// the file fixes. The rule uses variances and costs of the pilot, never results, and is applied
// before anything is measured, so the intervals stay valid. Of each campaign that loses blocks, a
// note and an event state the wider precision. As costs are estimates, campaigns that end with
// their budget are then given half as many blocks again as are expected to fit. *expected_s: the
// wall time of those that are.
NODISCARD bool budget_share(struct budgeted *campaigns, size_t count, double limit_s,
                            const struct log *log, double *expected_s, struct error *error);
