// Writing the attempts at executions, with their samples.
#pragma once

#include "randomizers/randomizer.h"
#include "store/store.h"

#include <stdint.h>

// One metric's values of one execution; stored as one BLOB of native doubles.
struct stored_series {
    const char *metric, *unit;
    const double *values;
    size_t count;
};

// What interfered with an execution: the kernel moved its process to another CPU; the kernel
// preempted it; the machine throttled its clock.
enum interference {
    INTERFERENCE_MIGRATION,
    INTERFERENCE_SWITCH,
    INTERFERENCE_THROTTLING,
    INTERFERENCE_KINDS
};

// As it is stored: "migration", "involuntary_switch", "throttling".
const char *interference_name(enum interference kind);

// One attempt and its samples: one transaction.
struct stored_execution {
    int64_t execution;
    int attempt;        // from 1
    const char *start;  // UTC
    const char *exit;   // "0", "signal 11", "timeout", "no samples" …
    bool counts;        // false: failed; its samples are not kept
    bool final;         // no other attempt follows
    double seconds;     // wall time of the whole process
    double iterating_s; // part of it inside measured iterations, for the costs
    uint64_t batch;     // iterations a sample averages over (0: not batched)
    uint64_t interference[INTERFERENCE_KINDS]; // how often
    const struct draws *draws;
    const struct stored_series *series;
    size_t series_count;
};
// Copies the attempt and writes it now or with later ones: store_commit() acknowledges it.
NODISCARD bool store_execution(struct store *store, const struct stored_execution *execution,
                               struct error *error);

// For store_commit(): writes the attempts that wait in memory, in a transaction that stays open.
NODISCARD bool store_waiting(struct store *store, struct error *error);
