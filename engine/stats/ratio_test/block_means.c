// Pairing two sides by their blocks.
#include "stats/ratio_test/block_means.h"

struct block_pairs block_pairs_of(struct arena *arena, const struct block_means *old,
                                  const struct block_means *new)
{
    size_t most = old->count < new->count ? old->count : new->count, count = 0;
    size_t *block = arena_new_array(arena, size_t, most);
    double *olds = arena_new_array(arena, double, most);
    double *news = arena_new_array(arena, double, most);
    for (size_t i = 0, k = 0; i < old->count && k < new->count;) {
        size_t one = old->block[i], other = new->block[k];
        if (one == other) {
            block[count] = one;
            olds[count] = old->mean[i];
            news[count++] = new->mean[k];
        }
        i += one <= other;
        k += other <= one;
    }
    return (struct block_pairs){block, olds, news, count};
}
