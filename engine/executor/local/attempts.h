// Attempts at executions: composed, run, turned into values, stored.
#pragma once

#include "executor/local/builders.h"
#include "executor/local/prepare/prepare.h"
#include "run/execution.h"
#include "store/executions.h"

enum { ATTEMPTS_MOST = 2 };

// An attempt and its values of the first meter, in the arena of the call.
struct attempt {
    struct prepared_variant *prepared;
    size_t variant;
    const struct planned_block *block;
    const struct planned_execution *execution;
    int64_t id, build_id; // in the store
    const struct built *built;
    int number; // from 1
    bool succeeded;
    const double *values;
    size_t count;
};

// The execution of an attempt, with its draws; in the arena.
struct execution_request attempt_request(const struct local_executor *executor, struct arena *arena,
                                         const struct attempt *attempt, struct draws *draws);

// The same in the trial: budget, deadline and signals end it at once.
struct execution_request attempt_trial_request(const struct local_executor *executor,
                                               struct arena *arena, const struct attempt *attempt,
                                               struct draws *draws);

// The values of a meter in an observation, as they are stored; in the arena.
struct stored_series attempt_series(const struct local_executor *executor, struct arena *arena,
                                    const struct meter *meter,
                                    const struct observation *observation);

// Whether it may be handed to the launcher together with others.
bool attempt_can_queue(const struct local_executor *executor, const struct attempt *attempt);

// Makes attempts in order, as many as execution_run() does, and stores them: the first `ended`.
// False: a failure of launcher or store, or EXIT_INTERRUPTED.
NODISCARD bool attempts_run(struct local_executor *executor, struct arena *scratch,
                            struct attempt *attempts, size_t count, size_t *ended,
                            struct error *error);
