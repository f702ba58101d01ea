// Are the values of a series independent of those before them? Against shuffled copies (METHOD,
// Steady state and independence; KJ §4).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INDEPENDENCE_LAGS = 4, INDEPENDENCE_LEAST = 10 };

// A series in order of time; several (one an execution) are judged together, each about its own
// mean, shuffled within itself.
struct row {
    const double *values;
    size_t count;
};

struct independence {
    bool known;                  // there was a row of at least INDEPENDENCE_LEAST values
    double r[INDEPENDENCE_LAGS]; // pooled over the rows: Σ of products over Σ of squares
    double shuffled_low[INDEPENDENCE_LAGS], shuffled_high[INDEPENDENCE_LAGS]; // 95 % of the copies
    double p_lag[INDEPENDENCE_LAGS]; // share of shuffled copies with an |r| at least as large
    double p;                        // the same of Ljung and Box's Q over all lags
    bool independent;                // nothing found; see independence_of()
};

// (1 + copies as extreme) / (1 + shuffles) is p. Not independent: p is at most 1 % and some |r| is
// at least 0.1, below which the interval of a mean is hardly wrong. The copies are drawn from
// `seed`, so that a report reads the same again.
struct independence independence_of(const struct row *rows, size_t count, size_t shuffles,
                                    uint64_t seed);
