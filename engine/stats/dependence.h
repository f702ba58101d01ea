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

// The number of independent blocks that would tell as much about other hours, n(1 - r)/(1 + r) with
// the correlation r of neighbours if that is positive [Priestley 1981]; at least 1, or all of none.
double effective_blocks(size_t blocks, double correlation);
double dependence_effective(const struct dependence *dependence);
