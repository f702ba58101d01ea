// The geometric mean of ratios, by the engine's own summary statistic.
#pragma once

#include "stats/statistic.h"

#include <string.h>

enum { RATIOS_MOST = 16 };

static inline double geometric_mean(const double *ratios, size_t count)
{
    static const struct statistic geometric = {.kind = STATISTIC_GEOMETRIC_MEAN};
    double turned[RATIOS_MOST];
    memcpy(turned, ratios, count * sizeof *turned);
    statistic_turn(&geometric, false, turned, count);
    sort_numbers(turned, count);
    return statistic_of_turned(&geometric, false, turned, count);
}
