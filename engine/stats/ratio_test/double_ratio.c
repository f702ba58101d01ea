// The interval of a ratio of ratios by linearised contributions of the blocks.
#include "stats/ratio_test/double_ratio.h"

#include "base/arena.h"
#include "stats/interval.h"

#include <math.h>

// Relative differences up to this are no scatter.
static const double ROUNDING = 1e-14;

// The blocks of both pairs, as indices.
struct shared {
    size_t *one, *other;
    size_t count;
};

static struct shared shared_of(struct arena *scratch, const struct block_pairs *one,
                               const struct block_pairs *other)
{
    size_t most = one->count < other->count ? one->count : other->count;
    struct shared shared = {arena_new_array(scratch, size_t, most),
                            arena_new_array(scratch, size_t, most), 0};
    for (size_t i = 0, k = 0; i < one->count && k < other->count;) {
        size_t a = one->block[i], b = other->block[k];
        if (a == b) {
            shared.one[shared.count] = i;
            shared.other[shared.count++] = k;
        }
        i += a <= b;
        k += b <= a;
    }
    return shared;
}

static double mean_at(const double *values, const size_t *places, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[places[i]];
    return sum / (double)count;
}

// Adds what each block contributes to the logarithm of a ratio.
static void add_parts(const struct block_pairs *pairs, const size_t *places, size_t count,
                      double sign, double *parts)
{
    double old = mean_at(pairs->old, places, count), new = mean_at(pairs->new, places, count);
    for (size_t i = 0; i < count; i++)
        parts[i] += sign * (pairs->new[places[i]] / new - pairs->old[places[i]] / old);
}

struct double_ratio double_ratio_of(const struct block_pairs *one, const struct block_pairs *other,
                                    double log_one, double log_other)
{
    struct arena scratch = {0};
    struct shared shared = shared_of(&scratch, one, other);
    struct double_ratio ratio = {.log = log_one - log_other, .blocks = shared.count};
    double *parts = arena_new_array(&scratch, double, shared.count);
    add_parts(one, shared.one, shared.count, 1, parts);
    add_parts(other, shared.other, shared.count, -1, parts);
    for (size_t i = 0; i < shared.count; i++) {
        parts[i] = fabs(parts[i]) > ROUNDING ? parts[i] : 0;
        ratio.parts += parts[i] * parts[i];
    }
    arena_release(&scratch);
    return ratio;
}

struct ratio double_ratio_ratio(const struct double_ratio *double_ratio, double confidence)
{
    double n = (double)double_ratio->blocks;
    struct ratio ratio = {.defined = isfinite(double_ratio->log),
                          .value = exp(double_ratio->log),
                          .bound = RATIO_NONE,
                          .low = 0,
                          .high = INFINITY};
    if (!ratio.defined || double_ratio->blocks < 2)
        return ratio;
    double half = student_t(confidence, n - 1) * sqrt(double_ratio->parts / (n - 1) / n);
    ratio.bound = RATIO_BOUNDED;
    ratio.low = ratio.value * exp(-half);
    ratio.high = ratio.value * exp(half);
    return ratio;
}
