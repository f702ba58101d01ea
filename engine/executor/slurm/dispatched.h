// A plan under way on a Slurm cluster: chunks of blocks are submitted as elements of an array job,
// and complete blocks are merged.
//
// A chunk is FOLDER/tasks/PHASE-NNNN.chunk, with its output in PHASE-NNNN.log; a task leaves
// PHASE-NNNN.JOB.NODE.done (store/chunks.h). Jobs are named eswexp-ID-PHASE after the fact "id" of
// the campaign, by which a resumed campaign finds them.
#pragma once

#include "executor/executor.h"
#include "executor/slurm/cluster.h"

// Common to all phases of a campaign.
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

// Divides the blocks, of about `block_s` seconds each (0: unknown), into chunks, or takes the
// division of an earlier session. Submits nothing yet.
NODISCARD struct dispatched *dispatched_begin(const struct slurm_context *slurm_context,
                                              const struct plan *plan, const struct stored_ids *ids,
                                              double block_s, struct error *error);

// Polls once: merges results, submits chunks that are neither queued nor merged, and sleeps a while
// if there is more to wait for. EXIT_INTERRUPTED after Ctrl-C, EXIT_DEADLINE at the deadline;
// EXIT_FAILED: a chunk had no result several times, or nodes built different programs.
NODISCARD bool dispatched_poll(struct dispatched *dispatched, bool *done, struct error *error);

// If blocks are left, ends queued and running tasks, waits up to a minute for the complete blocks
// of running ones, and merges these.
void dispatched_call_back(struct dispatched *dispatched);

// Executions that have ended so far, those of earlier sessions included.
void dispatched_count(const struct dispatched *dispatched, size_t *succeeded, size_t *failed);

void dispatched_end(struct dispatched *dispatched);
