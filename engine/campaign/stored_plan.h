// A phase's plan: the stored one if there is one, else a new one, stored.
#pragma once

#include "dispatch/workbench.h"

struct taken_plan {
    struct plan plan;
    struct stored_ids ids;
    size_t succeeded, failed; // executions of earlier sessions
};

// `repetitions` are replaced by those of a stored plan; `next_block` has the number of each cell's
// next block and moves on. All lives in `memory`.
NODISCARD bool plan_take(struct arena *memory, struct store *store, const struct spec *spec,
                         enum phase phase, size_t *next_block, struct repetitions *repetitions,
                         struct taken_plan *taken, struct error *error);

NODISCARD bool plan_is_stored(struct store *store, const struct spec *spec, enum phase phase,
                              bool *stored, struct error *error);
