// A phase on a cluster: shared by the files of this room.
#pragma once

#include "executor/slurm/dispatched.h"

enum { ABSENT_POLLS = 2 }; // after which a chunk counts as lost

struct chunk {
    size_t first, count;          // blocks of the plan
    bool whole;                   // has no open execution
    unsigned submissions, missed; // missed: polls in a row without it in the queue
};

struct dispatched {
    const struct slurm_context *slurm_context;
    const struct plan *plan;
    const struct stored_ids *ids;
    struct stored_step *steps;
    struct arena memory;
    const char *phase, *job, *tasks; // its name, job name, folder
    struct chunk *chunks;
    size_t chunk_count, blocks_left;
    int64_t begun_ns, logged_ns;
    bool unknown;     // the controller did not answer the last poll
    const char *held; // why the queue does not start tasks, as last logged
};

// PHASE-NNNN.KIND in the folder of tasks.
char *chunk_file(const struct dispatched *dispatched, size_t index, const char *kind,
                 struct arena *arena);

bool block_is_open(const struct dispatched *dispatched, size_t block);

// Divides the plan, with `block_s` seconds a block (0: unknown), or as an earlier session did.
NODISCARD bool chunks_divide(struct dispatched *dispatched, double block_s, struct error *error);

// Reads the progress from the store: `steps`, `whole`, `blocks_left`.
NODISCARD bool chunks_read(struct dispatched *dispatched, struct error *error);

// Submits chunks. EXIT_FAILED, with its last output: one had no result several times.
NODISCARD bool chunks_submit(struct dispatched *dispatched, const size_t *elements, size_t count,
                             struct error *error);
