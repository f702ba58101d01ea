// Normal numbers out of a seeded stream.
#pragma once

#include "base/stream.h"

#include <math.h>

// Box and Muller; mean 0, standard deviation 1.
static inline double normal(struct stream *stream)
{
    double u = ((double)(stream_next(stream) >> 11) + 1) * 0x1p-53;
    double v = (double)(stream_next(stream) >> 11) * 0x1p-53;
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}
