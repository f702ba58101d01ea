// Variance by blocks: the sum of what every test contributes to the mean log ratio in a block.
#include "stats/ratio_test/overall_ratio.h"

#include <math.h>
#include <stdlib.h>

struct contribution {
    size_t block;
    double log; // of the block, over the number of blocks of its test
};

// Contributions from blocks that belong together: those of pairs, or of one independent side.
struct group {
    struct contribution *items;
    size_t count, fewest; // blocks of a test
    double *blocks;       // the sum of each block
    size_t block_count;
};

// A sum of variances, and Σ v²/df for its degrees of freedom.
struct sum {
    double variance, quartic;
};

static void add_variance(struct sum *sum, double variance, double df)
{
    sum->variance += variance;
    sum->quartic += variance * variance / df;
}

static void add_block(struct group *group, size_t block, double log)
{
    group->items[group->count++] = (struct contribution){block, log};
}

static void count_blocks(struct group *group, size_t blocks)
{
    group->fewest = group->fewest == 0 || blocks < group->fewest ? blocks : group->fewest;
}

static void add_pairs(struct group *group, const struct block_pairs *pairs)
{
    double old = 0, new = 0, blocks = (double)pairs->count;
    for (size_t i = 0; i < pairs->count; i++) {
        old += pairs->old[i] / blocks;
        new += pairs->new[i] / blocks;
    }
    for (size_t i = 0; i < pairs->count; i++)
        add_block(group, pairs->block[i], (pairs->new[i] / new - pairs->old[i] / old) / blocks);
    count_blocks(group, pairs->count);
}

static void add_side(struct group *group, const struct block_means *means, double mean)
{
    for (size_t i = 0; i < means->count; i++)
        add_block(group, means->block[i], (means->mean[i] / mean - 1) / (double)means->count);
    count_blocks(group, means->count);
}

// Where blocks are unknown, the side's own variance.
static void add_independent(struct group *group, struct sum *sum, const struct components *side,
                            const struct block_means *means)
{
    struct value_with_error mean = mean_with_error(side);
    if (side->exact)
        return;
    if (means->count > 0)
        add_side(group, means, mean.value);
    else
        add_variance(sum, mean.variance / mean.value / mean.value, mean.df);
}

static int by_block(const void *a, const void *b)
{
    const struct contribution *one = a, *other = b;
    return (one->block > other->block) - (one->block < other->block);
}

static void add_by_block(struct arena *scratch, struct group *group)
{
    group->blocks = arena_new_array(scratch, double, group->count);
    qsort(group->items, group->count, sizeof *group->items, by_block);
    for (size_t i = 0; i < group->count; i++) {
        if (i > 0 && group->items[i].block == group->items[i - 1].block)
            group->blocks[group->block_count - 1] += group->items[i].log;
        else
            group->blocks[group->block_count++] = group->items[i].log;
    }
}

// `effective` blocks of all.
static void add_group(struct sum *sum, const struct group *group, double effective)
{
    if (group->count == 0)
        return;
    double squares = 0, n = (double)group->block_count, kept = (effective - 1) / (n - 1);
    for (size_t i = 0; i < group->block_count; i++)
        squares += group->blocks[i] * group->blocks[i];
    add_variance(sum, squares * n / (n - 1) / kept, ((double)group->fewest - 1) * kept);
}

static void add_independent_group(struct sum *sum, const struct group *group)
{
    add_group(sum, group, effective_blocks(group->blocks, group->block_count));
}

static struct group new_group(struct arena *arena, const struct ratio_test *const *tests,
                              size_t count)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most += tests[i]->pairs.count + tests[i]->old_blocks.count + tests[i]->new_blocks.count;
    return (struct group){.items = arena_new_array(arena, struct contribution, most)};
}

static struct sum variance_of(const struct ratio_test *const *tests, size_t count)
{
    struct arena scratch = {0};
    struct sum sum = {0};
    struct group pairs = new_group(&scratch, tests, count), old = new_group(&scratch, tests, count),
                 new = new_group(&scratch, tests, count);
    for (size_t i = 0; i < count; i++) {
        if (tests[i]->exact)
            continue;
        if (tests[i]->paired) {
            add_pairs(&pairs, &tests[i]->pairs);
            continue;
        }
        add_independent(&old, &sum, tests[i]->old, &tests[i]->old_blocks);
        add_independent(&new, &sum, tests[i]->new, &tests[i]->new_blocks);
    }
    add_by_block(&scratch, &pairs);
    add_by_block(&scratch, &old);
    add_by_block(&scratch, &new);
    add_group(&sum, &pairs, (double)pairs.block_count);
    add_independent_group(&sum, &old);
    add_independent_group(&sum, &new);
    arena_release(&scratch);
    return sum;
}

static double log_half_width(const struct sum *sum, size_t count, double confidence)
{
    if (sum->quartic <= 0) // no scatter at all
        return 0;
    double df = sum->variance * sum->variance / sum->quartic;
    return student_t(confidence, df) * sqrt(sum->variance) / (double)count;
}

struct ratio overall_ratio(const struct ratio_test *const *tests, size_t count, double confidence)
{
    double logs = 0;
    bool bounded = true, exact = true;
    for (size_t i = 0; i < count; i++) {
        struct ratio ratio = ratio_test_ratio(tests[i], confidence);
        logs += log(ratio.value);
        bounded = bounded && ratio.bound == RATIO_BOUNDED && ratio.low > 0;
        exact = exact && ratio.exact;
    }
    struct ratio overall = {.defined = true,
                            .value = exp(logs / (double)count),
                            .bound = RATIO_NONE,
                            .high = INFINITY,
                            .exact = exact};
    if (!bounded)
        return overall;
    struct sum sum = variance_of(tests, count);
    double factor = exp(log_half_width(&sum, count, confidence));
    overall.bound = RATIO_BOUNDED;
    overall.low = overall.value / factor;
    overall.high = overall.value * factor;
    return overall;
}
