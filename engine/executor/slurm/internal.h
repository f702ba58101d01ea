// A phase on a cluster: what its files share.
#pragma once

#include "executor/slurm/dispatched.h"

enum { ABSENT_POLLS = 2 }; // then a chunk is missing

struct chunk {
    size_t first, count;          // blocks of the plan
    bool whole;                   // all of it is settled
    unsigned submissions, missed; // looks in a row at which it was not in the queue
};

struct dispatched {
    const struct slurm_context *slurm_context;
    const struct plan *plan;
    const struct stored_ids *ids;
    struct stored_step *steps;
    struct arena memory;
    const char *phase, *job, *tasks; // words, job name, folder
    struct chunk *chunks;
    size_t chunk_count, blocks_left;
    int64_t begun_ns, told_ns;
    bool unknown;     // the controller did not answer last time
    const char *held; // why the queue does not move, as told last
};

// PHASE-NNNN.KIND in the folder of tasks.
char *chunk_file(const struct dispatched *dispatched, size_t index, const char *kind,
                 struct arena *arena);

bool block_is_open(const struct dispatched *dispatched, size_t block);

// Cuts the plan into chunks of about `block_s` seconds a block (0: unknown), or as an earlier
// session did.
NODISCARD bool chunks_divide(struct dispatched *dispatched, double block_s, struct error *error);

// Reads what is settled by now: `steps`, `whole`, `blocks_left`.
NODISCARD bool chunks_read(struct dispatched *dispatched, struct error *error);

// Submits the chunks; one that came to nothing several times is EXIT_FAILED, with its last words.
NODISCARD bool chunks_submit(struct dispatched *dispatched, const size_t *elements, size_t count,
                             struct error *error);
