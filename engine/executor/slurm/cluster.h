// A Slurm cluster as a campaign uses it, kept in the store for who goes on with the campaign.
#pragma once

#include "executor/slurm/submit.h"
#include "store/store.h"

struct cluster {
    struct slurm slurm;
    size_t nodes; // at work at the same time, at least 1
};

// Stores them, and a new id of the campaign, by which its jobs are found.
NODISCARD bool cluster_record(const struct cluster *cluster, struct store *store,
                              struct error *error);

// NULL where the campaign runs on one machine.
struct cluster *cluster_recall(struct arena *arena, struct store *store);
