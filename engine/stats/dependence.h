// Whether blocks, in the order of time, depend on each other.
// docs/method.md, "Dependence between blocks".
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Of fewer, dependence that would matter looks like chance more often than not.
enum { DEPENDENCE_BLOCKS_LEAST = 20 };

struct dependence {
    size_t blocks;
    double correlation; // of neighbours
    double effective;   // effective_blocks()
    double p;           // of as large a correlation in any order of the blocks; 1: unknown
    bool found;         // p is at most 4 %
};

// The values are the means of blocks, or what each adds to a ratio or another quantity. The test is
// exact whatever their distribution: the same values in shuffled order [Wald, Wolfowitz 1943]. An
// interval takes no account of it.
struct dependence dependence_of(const double *values, size_t count);

// Of two independent series, that with the smaller p; found at half the level, so that either is by
// chance in 4 %.
struct dependence dependence_of_two(const struct dependence *one, const struct dependence *other);

// The correlation of neighbours: at lag 1, less the -1/n that independent values have on average.
// 0: fewer than five values, or equal ones.
double neighbour_correlation(const double *values, size_t count);

// The number of independent blocks whose mean would be known as well for other hours: from all,
// where the correlation of neighbours is one that chance often gives, smoothly to n / (1 + 2r / (1
// - d)), where it is not. d is the decay of autocorrelations from lag to lag, as of an
// autoregression under noise. At least 2, or all of fewer than five.
double effective_blocks(const double *values, size_t count);
