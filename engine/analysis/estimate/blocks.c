// The top units of a series, sorted by block.
#include "analysis/estimate/blocks.h"

#include "analysis/estimate/levels.h"
#include "model/level.h"

#include <stdlib.h>
#include <string.h>

void blocks_follow(struct block_collector *collector, const struct sample_piece *piece)
{
    collector->block = unit_of_piece(collector->machines ? LEVEL_MACHINE : LEVEL_BUILD, piece);
}

void blocks_add(void *context, size_t label, double mean)
{
    struct block_collector *collector = context;
    (void)label; // of an execution, where that is the top unit
    if (collector->count == collector->room) {
        collector->room = 2 * collector->room + 16;
        struct block_mean *larger =
            arena_new_array(collector->arena, struct block_mean, collector->room);
        if (collector->count > 0)
            memcpy(larger, collector->items, collector->count * sizeof *larger);
        collector->items = larger;
    }
    collector->items[collector->count++] = (struct block_mean){collector->block, mean};
}

struct dependence blocks_dependence(const struct block_collector *collector)
{
    struct arena scratch = {0};
    double *means = arena_new_array(&scratch, double, collector->count);
    for (size_t i = 0; i < collector->count; i++)
        means[i] = collector->items[i].mean;
    struct dependence dependence = dependence_of(means, collector->count);
    arena_release(&scratch);
    return dependence;
}

static int by_block(const void *a, const void *b)
{
    const struct block_mean *one = a, *other = b;
    return (one->block > other->block) - (one->block < other->block);
}

struct block_means blocks_collected(struct block_collector *collector)
{
    size_t count = collector->count;
    if (count > 0)
        qsort(collector->items, count, sizeof *collector->items, by_block);
    size_t *block = arena_new_array(collector->arena, size_t, count);
    double *mean = arena_new_array(collector->arena, double, count);
    for (size_t i = 0; i < count; i++) {
        block[i] = collector->items[i].block;
        mean[i] = collector->items[i].mean;
        if (i > 0 && block[i] == block[i - 1])
            return (struct block_means){0};
    }
    return (struct block_means){block, mean, count};
}
