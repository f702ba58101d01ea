// How far a stored campaign came, for going on with it.
#pragma once

#include "model/phase.h"
#include "plan/plan.h"
#include "store/store.h"

#include <stdint.h>

NODISCARD bool store_has_phase(struct store *store, enum phase phase, bool *planned,
                               struct error *error);

// The repetitions that a phase was planned with, by cell (zeros where a cell has none), and the ids
// of its first build and execution. *planned is false if the store has no plan of that phase.
NODISCARD bool store_phase(struct store *store, enum phase phase, size_t cells,
                           struct repetitions *repetitions, int64_t *first_build,
                           int64_t *first_execution, bool *planned, struct error *error);

// How far a planned execution came.
struct stored_step {
    bool open, succeeded; // neither: it failed for good
    int attempts;         // made so far
};

// The steps of a plan, by execution, whose rows stand in order. The plan must be the stored one,
// seed by seed; else EXIT_USAGE.
NODISCARD bool store_steps(struct store *store, const struct plan *plan, int64_t first_build,
                           int64_t first_execution, struct stored_step *steps, struct error *error);

// The same of a phase of `cells` cells some of which were planned later than others, with the ids
// of all its builds and executions.
NODISCARD bool store_scattered_steps(struct store *store, const struct plan *plan, enum phase phase,
                                     size_t cells, int64_t *builds, int64_t *executions,
                                     struct stored_step *steps, struct error *error);
