// A phase's plan: the stored one if there is one, else a new one, stored.
#pragma once

#include "campaign/progress.h"
#include "executor/executor.h"
#include "model/phase.h"

struct stored_plan {
    struct plan plan;         // the piece at hand
    struct stored_ids ids;    // of its rows
    struct amount amount;     // of all pieces
    size_t succeeded, failed; // executions of earlier sessions
    struct store *store;
    struct planner planner;
    struct arena piece;
    size_t piece_executions;
    bool stored, scattered; // there are steps; rows of cells planned later stand elsewhere
};

// `repetitions` (which the plan goes on using) are replaced by those of a stored plan; `next_block`
// has the number of each cell's next block and moves on. Cells that were started anew are planned
// beside those that go on: their rounds are run together. The first piece is at hand then; it is
// all if `whole`. plan_release() also after a failure.
NODISCARD bool plan_take(struct arena *memory, struct store *store, const struct spec *spec,
                         enum phase phase, bool whole, size_t *next_block,
                         struct repetitions *repetitions, struct stored_plan *stored_plan,
                         struct error *error);

// The next piece; *more is false if there is none.
NODISCARD bool plan_take_next(struct stored_plan *stored_plan, bool *more, struct error *error);

void plan_release(struct stored_plan *stored_plan);

// Which cells have a plan of the phase; *whole if none is to be planned any more. Where some are
// and some are not, those that have one get their stored `repetitions`.
NODISCARD bool plan_already_planned(struct store *store, const struct spec *spec, enum phase phase,
                                    struct repetitions *repetitions, bool *already_planned,
                                    bool *whole, struct error *error);
