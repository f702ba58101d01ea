// How far a stored campaign came, for resuming it.
#pragma once

#include "model/phase.h"
#include "plan/plan.h"
#include "store/store.h"

#include <stdint.h>

NODISCARD bool store_has_phase(struct store *store, enum phase phase, bool *planned,
                               struct error *error);

// Returns the repetitions that a phase was planned with, by cell (zeros where a cell has none), and
// the ids of its first build and execution. *planned is false if the store has no plan of the
// phase.
NODISCARD bool store_phase(struct store *store, enum phase phase, size_t cells,
                           struct repetitions *repetitions, int64_t *first_build,
                           int64_t *first_execution, bool *planned, struct error *error);

// The state of a planned execution.
struct stored_step {
    bool open, succeeded; // neither: it failed for good
    int attempts;         // made so far
};

// Returns the steps of a plan, by execution, whose rows are consecutive. EXIT_USAGE: the stored
// plan has other seeds.
NODISCARD bool store_steps(struct store *store, const struct plan *plan, int64_t first_build,
                           int64_t first_execution, struct stored_step *steps, struct error *error);

// The same for a phase whose cells were not all planned at once; also returns the ids of all its
// builds and executions.
NODISCARD bool store_scattered_steps(struct store *store, const struct plan *plan, enum phase phase,
                                     size_t cells, int64_t *builds, int64_t *executions,
                                     struct stored_step *steps, struct error *error);
