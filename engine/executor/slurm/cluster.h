// The settings of a campaign on a Slurm cluster, stored for when it is resumed.
#pragma once

#include "executor/slurm/submit.h"
#include "store/store.h"

struct cluster {
    struct slurm slurm;
    size_t nodes; // that measure at the same time, at least 1
};

// Stores them, and a new id of the campaign, which names its jobs.
NODISCARD bool cluster_record(const struct cluster *cluster, struct store *store,
                              struct error *error);

// NULL: the campaign runs on one machine.
struct cluster *cluster_recall(struct arena *arena, struct store *store);
