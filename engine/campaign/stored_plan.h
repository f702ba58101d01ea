// A phase's plan: the stored one if there is one, else a new one, stored.
#pragma once

#include "dispatch/workbench.h"

struct taken_plan {
    struct plan plan;
    struct stored_ids ids;
    size_t succeeded, failed; // executions of earlier sessions
};

// `repetitions` are replaced by those of a stored plan; `next_block` has the number of each cell's
// next block and moves on. Cells that were started anew are planned beside those that go on: their
// rounds are run together. All lives in `memory`.
NODISCARD bool plan_take(struct arena *memory, struct store *store, const struct spec *spec,
                         enum phase phase, size_t *next_block, struct repetitions *repetitions,
                         struct taken_plan *taken, struct error *error);

// Which cells have a plan of the phase; *whole if none is to be planned any more. Where some are
// and some are not, those that have one get their stored `repetitions`.
NODISCARD bool plan_kept(struct store *store, const struct spec *spec, enum phase phase,
                         struct repetitions *repetitions, bool *kept, bool *whole,
                         struct error *error);
