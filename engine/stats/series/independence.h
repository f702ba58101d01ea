// Whether the values of a series depend on those before them, by comparison with shuffled copies.
// docs/method.md, "Independence".
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INDEPENDENCE_LAGS = 4, INDEPENDENCE_LEAST = 10 };

// A series in order of time. Several rows (one an execution) are tested together, each about its
// own mean and shuffled within itself.
struct row {
    const double *values;
    size_t count;
};

struct independence {
    bool known;                  // there was a row of at least INDEPENDENCE_LEAST values
    double r[INDEPENDENCE_LAGS]; // pooled over the rows: Σ of products over Σ of squares
    double shuffled_low[INDEPENDENCE_LAGS], shuffled_high[INDEPENDENCE_LAGS]; // 95 % of the copies
    double p_lag[INDEPENDENCE_LAGS]; // share of shuffled copies with an r at least as far
    double p;                        // the same of Ljung and Box's Q over all lags
    bool independent;                // nothing found; see independence_of()
};

// p is (1 + copies as extreme) / (1 + shuffles), so fewer than 99 shuffles find nothing. "Far" is
// the distance from the expectation over all orders, -(n - k)/(n(n - 1)) in one row, which is not
// near 0 in short rows. Not independent: p is at most 1 % and some r is at least 0.1 far; a smaller
// r hardly changes the interval of a mean. First, values beyond four robust standard deviations of
// their row's median are moved to that distance, because a few spikes would hide the rest. Without
// such values r of one row is that of the whole row (R's acf()). Shorter rows are left out. The
// copies are drawn from `seed`, so that a report prints the same numbers again.
//
// Dependence found in 300 simulations each: noise, 1 × 500, 25 × 25 or 100 × 10 values, with spikes
// ×3 or heavy tails: at most 2 %; AR(1) with 0.5, 1 × 500 or 25 × 25, with spikes or not: all; with
// 0.2, 25 × 25: 90 %; with 0.5, 1 × 25: 22 %.
struct independence independence_of(const struct row *rows, size_t count, size_t shuffles,
                                    uint64_t seed);
