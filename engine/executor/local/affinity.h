// The CPUs of executions, and the engine off them.
#pragma once

#include "executor/local/drawn_cpus.h"
#include "executor/local/prepare/prepare.h"
#include "executor/observe/recorder.h"

// The CPUs on which the engine itself runs.
struct engine_cpus {
    bool leaves;            // it moves while children run
    cpu_set_t apart, usual; // where to, and where back
};

// Chooses the CPUs, memory and priority of every variant, once the store is open: for `cpus: auto`
// and `cpus: drawn` those of an earlier session of this campaign if they are still there. Logs the
// choice and stores it. EXIT_UNFIT: the machine lacks or refuses what the file demands.
NODISCARD bool affinity_settle(struct prepared_variants *variants, struct recorder *recorder,
                               struct engine_cpus *engine_cpus, struct drawn_cpus *drawn,
                               struct error *error);

// Moves this thread off the measured CPUs and their siblings, as far as other CPUs are allowed.
// Does nothing if no variant is pinned to the same CPUs throughout.
void engine_leave(const struct engine_cpus *engine_cpus);

// Back to all CPUs, to build on them.
void engine_return(const struct engine_cpus *engine_cpus);

// Sets `cpus` to those that the variants are pinned to; to none if one variant is not pinned.
void affinity_cpus(const struct prepared_variants *variants, cpu_set_t *cpus);
