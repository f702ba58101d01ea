// The CPU of each round, which its executions share: drawn, so that no result hangs on one CPU.
#pragma once

#include "executor/executor.h"
#include "executor/local/prepare/prepare.h"
#include "executor/observe/recorder.h"
#include "machine/topology.h"

// One CPU of each physical core that this process may use, of the fastest kind; empty where there
// is nothing to draw.
struct drawn_cpus {
    const int *cpus;
    size_t count;
};

// For targets with `cpus: drawn`: those of before if they are still there; else others, or none,
// and the campaign says so. Which benchmarks draw is as an earlier trial found.
NODISCARD bool drawn_cpus_settle(struct prepared_variants *variants,
                                 const struct recorder *recorder, const struct topology *topology,
                                 struct drawn_cpus *drawn, struct error *error);

// After a trial: a benchmark that may use several CPUs at once draws none, and the campaign says
// so.
NODISCARD bool drawn_cpus_decide(struct prepared_variants *variants,
                                 const struct recorder *recorder, const struct drawn_cpus *drawn,
                                 const struct trial *trial, const struct repetitions *repetitions,
                                 struct error *error);

// Before measuring: after a restart without a trial, nothing is known of the benchmarks that
// changed.
NODISCARD bool drawn_cpus_restarted(const struct prepared_variants *variants,
                                    const struct recorder *recorder, const struct drawn_cpus *drawn,
                                    struct error *error);

// That of this execution, the same for all variants of its round. Over as many rounds as there are
// CPUs, each is drawn once.
const int *drawn_cpu(const struct spec *spec, const struct target *target,
                     const struct planned_block *block, const struct planned_execution *execution,
                     const struct drawn_cpus *drawn);
