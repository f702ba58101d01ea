// Exact order statistics, of an array or of a stream larger than memory.
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

// A source of finite numbers that can be read repeatedly, in any order.
struct sample_source {
    void *context;
    // Returns to the first chunk; false: failed, and the context has the reason.
    bool (*rewind)(void *context);
    // Sets the next chunk, which the source owns until the next call; *count = 0 at the end; false:
    // failed.
    bool (*next)(void *context, const double **values, size_t *count);
};

struct order_statistics {
    size_t count;
    double minimum, median; // 0 if count is 0; the median of an even count is its middle two's mean
};

// The k-th smallest number, k from 0; reorders the values.
double select_kth(double *values, size_t count, size_t k);

// The median; reorders the values, count > 0.
double median_of(double *values, size_t count);

// A robust standard deviation: the third quartile of distances from the middle, over Φ⁻¹(7/8). A
// quarter of the distances may be arbitrarily large without effect. Reorders the distances, count >
// 0.
double spread_of(double *distances, size_t count);

// Reads the source several times (twice, if `capacity` is 2^18 and there are 10^7 numbers), keeping
// at most `capacity` >= 1 numbers in `room`. False only if the source failed.
NODISCARD bool stream_order(const struct sample_source *source, double *room, size_t capacity,
                            struct order_statistics *result);
