// Exact order statistics, of an array or of a stream larger than memory.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

// Finite numbers that can be read again and again, in the same order or not.
struct sample_source {
    void *context;
    // Back to the first chunk; false: failed, and the context knows why.
    bool (*rewind)(void *context);
    // The next chunk, the source's own until the next call; *count = 0 at the end; false: failed.
    bool (*next)(void *context, const double **values, size_t *count);
};

struct order_statistics {
    size_t count;
    double minimum, median; // 0 if count is 0; the median of an even count is its middle two's mean
};

// The number that sorting would put at values[k], k < count; reorders the values.
double select_kth(double *values, size_t count, size_t k);

// The median; reorders the values, count > 0.
double median_of(double *values, size_t count);

// The standard deviation of normal numbers of which these are the distances from the middle, by
// their third quartile: less than a quarter may be any; reorders them, count > 0.
double spread_of(double *distances, size_t count);

// Reads the source several times (twice, if `capacity` is 2^18 and there are 10^7 numbers), keeping
// at most `capacity` >= 1 numbers in `room`. False only if the source failed.
NODISCARD bool stream_order(const struct sample_source *source, double *room, size_t capacity,
                            struct order_statistics *result);
