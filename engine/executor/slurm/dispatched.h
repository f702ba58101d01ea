// A plan under way on a Slurm cluster: chunks of blocks go out as elements of an array job, whole
// blocks come back.
//
// A chunk is FOLDER/tasks/PHASE-NNNN.chunk, with its output in PHASE-NNNN.log; a task leaves
// PHASE-NNNN.JOB.NODE.done (store/chunk/chunk.h). Jobs are named eswexp-ID-PHASE after the fact
// "id" of the campaign, so that they are found again by whoever goes on with it.
#pragma once

#include "executor/executor.h"
#include "executor/slurm/cluster.h"

// What is the same for all of a campaign.
struct slurm_context {
    const struct cluster *cluster;
    struct arena *arena;
    struct store *store;
    const struct log *log;
    const volatile sig_atomic_t *stop;
    int64_t deadline_ns; // boot clock; 0: none
    const char *name;    // of the experiment, for people
    const char *folder;  // the campaign's, absolute, which all nodes see
};

struct dispatched; // one phase

// Cuts the blocks into chunks of about `block_s` seconds a block (0: unknown), or takes the
// division of an earlier session. Nothing is submitted yet.
NODISCARD struct dispatched *dispatched_begin(const struct slurm_context *slurm_context,
                                              const struct plan *plan, const struct stored_ids *ids,
                                              double block_s, struct error *error);

// Looks once: merges what came back, submits what is neither in the queue nor merged. Sleeps a
// while if there is more to wait for. EXIT_INTERRUPTED after Ctrl-C, EXIT_DEADLINE at the deadline,
// EXIT_FAILED: a chunk came to nothing several times, or nodes built different programs.
NODISCARD bool dispatched_poll(struct dispatched *dispatched, bool *done, struct error *error);

// Where blocks are left, ends what is queued or running; tasks hand in the blocks that they have
// whole, for which it waits up to a minute, and these are merged.
void dispatched_call_back(struct dispatched *dispatched);

// Executions that have ended so far, those of earlier sessions included.
void dispatched_count(const struct dispatched *dispatched, size_t *succeeded, size_t *failed);

void dispatched_end(struct dispatched *dispatched);
