// The plan of a phase: the stored plan, or else a new one, which is then stored.
#pragma once

#include "campaign/phase/progress.h"
#include "executor/executor.h"
#include "model/phase.h"

struct stored_plan {
    struct plan plan;         // the current piece
    struct stored_ids ids;    // of its rows
    struct amount amount;     // of all pieces
    size_t succeeded, failed; // executions of earlier sessions
    struct store *store;
    struct planner planner;
    struct arena piece;
    size_t piece_executions, executions; // of a piece; of the pieces taken so far
    bool stored, scattered; // it has steps; rows of cells planned later are not in order
};

// Takes the first piece of the plan (the only one if `whole`). `repetitions` (which the plan keeps
// using) become those of a stored plan; `next_block` has the number of each cell's next block and
// advances. Restarted cells are planned beside the others: their rounds run together.
// plan_release() also after a failure.
NODISCARD bool plan_take(struct arena *memory, struct store *store, const struct spec *spec,
                         enum phase phase, bool whole, size_t *next_block,
                         struct repetitions *repetitions, struct stored_plan *stored_plan,
                         struct error *error);

// Takes the next piece; *more is false if there is none.
NODISCARD bool plan_take_next(struct stored_plan *stored_plan, bool *more, struct error *error);

void plan_release(struct stored_plan *stored_plan);

// Which cells have a plan of the phase; *whole if all have. If only some have, those get their
// stored `repetitions`.
NODISCARD bool plan_already_planned(struct store *store, const struct spec *spec, enum phase phase,
                                    struct repetitions *repetitions, bool *already_planned,
                                    bool *whole, struct error *error);
