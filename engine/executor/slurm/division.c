// Dividing a plan into chunks, and reading their progress.
#include "executor/slurm/internal.h"

#include "base/files/files.h"
#include "store/facts.h"
#include "store/plan/resume.h"

#include <math.h>
#include <stdlib.h>

// A task outweighs its start if it lasts half a minute; the upper bound limits the cost of a lost
// node.
static const double CHUNK_LEAST_S = 30, CHUNK_MOST_S = 600;

char *chunk_file(const struct dispatched *dispatched, size_t index, const char *kind,
                 struct arena *arena)
{
    return arena_printf(arena, "%s/%s-%04zu.%s", dispatched->tasks, dispatched->phase, index, kind);
}

bool block_is_open(const struct dispatched *dispatched, size_t block)
{
    const struct planned_block *planned = &dispatched->plan->blocks[block];
    for (size_t i = 0; i < planned->execution_count; i++)
        if (dispatched->steps[planned->first_execution + i].open)
            return true;
    return false;
}

static bool read_count(struct store *store, struct arena *arena, const char *key, size_t *count)
{
    const char *text = store_get(store, arena, key);
    *count = text ? strtoull(text, NULL, 10) : 0;
    return text;
}

// Four for each node, so that a slow node does not delay the end, unless they would be too short or
// too long.
static size_t chunks_wanted(const struct slurm_context *slurm_context, size_t blocks,
                            double block_s)
{
    double total_s = block_s * (double)blocks;
    double nodes = (double)slurm_context->cluster->nodes;
    double wanted = block_s > 0 ? fmin(4 * nodes, total_s / CHUNK_LEAST_S) : nodes;
    wanted = fmax(fmax(wanted, nodes), ceil(total_s / CHUNK_MOST_S));
    return (size_t)fmin(wanted, (double)blocks);
}

bool chunks_divide(struct dispatched *dispatched, double block_s, struct error *error)
{
    const struct slurm_context *slurm_context = dispatched->slurm_context;
    struct arena *memory = &dispatched->memory;
    size_t blocks = dispatched->plan->block_count, wanted;
    const char *key = arena_printf(memory, FACT_CHUNKS, dispatched->phase);
    if (!read_count(slurm_context->store, memory, key, &wanted)) {
        wanted = chunks_wanted(slurm_context, blocks, block_s);
        if (!store_set(slurm_context->store, key, arena_printf(memory, "%zu", wanted), error))
            return false;
    }
    dispatched->chunks = arena_new_array(memory, struct chunk, wanted);
    dispatched->chunk_count = wanted;
    for (size_t i = 0; i < wanted; i++) {
        size_t first = blocks * i / wanted, next = blocks * (i + 1) / wanted;
        dispatched->chunks[i] = (struct chunk){.first = first, .count = next - first};
        if (!file_exists(chunk_file(dispatched, i, "chunk", memory))) // it was never submitted
            dispatched->chunks[i].missed = ABSENT_POLLS;
    }
    return true;
}

bool chunks_read(struct dispatched *dispatched, struct error *error)
{
    const struct plan *plan = dispatched->plan;
    if (!store_steps(dispatched->slurm_context->store, plan, dispatched->ids->first_build,
                     dispatched->ids->first_execution, dispatched->steps, error))
        return false;
    dispatched->blocks_left = 0;
    for (size_t i = 0; i < dispatched->chunk_count; i++) {
        struct chunk *chunk = &dispatched->chunks[i];
        size_t open = 0;
        for (size_t block = chunk->first; block < chunk->first + chunk->count; block++)
            open += block_is_open(dispatched, block);
        chunk->whole = open == 0;
        dispatched->blocks_left += open;
    }
    return true;
}
