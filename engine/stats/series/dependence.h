// The effective number of blocks where blocks depend on each other.
// docs/method.md, "Dependence between blocks".
#pragma once

#include <stdbool.h>
#include <stddef.h>

// With fewer blocks dependence cannot be told from chance, and none is found.
enum { DEPENDENCE_BLOCKS_LEAST = 20 };

enum { DEPENDENCE_CORRELATIONS = 21 }; // 0 and a grid of positive ones

// What the values of blocks, in the order of time, say about the correlation of neighbours.
struct dependence {
    bool found;         // dependence explains the values at least as well as independence
    double odds;        // by how much better, the Bayes factor; 1: they do not tell
    double correlation; // of neighbours, its mean if they depend; 0: not found
    size_t blocks;
    double plain; // standard error of the mean if blocks are independent
    // Given each correlation, the mean minus Ȳ follows Student's t of blocks - 1.
    double weight[DEPENDENCE_CORRELATIONS]; // they add up to 1
    double center[DEPENDENCE_CORRELATIONS];
    double error[DEPENDENCE_CORRELATIONS];
};

// The values are the means of blocks, or what a block adds to a paired difference or ratio.
struct dependence dependence_of(const double *values, size_t count);

// The number n' with which Ȳ ± t(confidence, n - 1)·√(S²/n') has its confidence; at most n, and n
// itself where no dependence was found. n is at least 2.
double dependence_effective(const struct dependence *dependence, double confidence);
