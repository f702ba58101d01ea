// The effective number of blocks of a mean of another hour, where blocks depend on each other.
// docs/method.md, "Unpaired ratio".
#pragma once

#include <stdbool.h>
#include <stddef.h>

// With fewer blocks dependence cannot be told from chance, and none is found.
enum { AUTOREGRESSION_BLOCKS_LEAST = 20 };

// Models of the dependence: none, or a correlation of neighbours and a share of noise.
enum { AUTOREGRESSION_CORRELATIONS = 14, AUTOREGRESSION_NOISES = 3 };
enum { AUTOREGRESSION_MODELS = 1 + AUTOREGRESSION_CORRELATIONS * AUTOREGRESSION_NOISES };

// What the values of blocks, in the order of time, say about the correlation of neighbours.
struct autoregression {
    bool found;  // dependence explains the values at least as well as independence
    double odds; // by how much better, the Bayes factor; 1: they do not tell
    size_t blocks;
    double plain; // standard error of the mean if blocks are independent
    // Given each model, the mean minus Ȳ follows Student's t of blocks - 1.
    double weight[AUTOREGRESSION_MODELS]; // they add up to 1
    double center[AUTOREGRESSION_MODELS];
    double error[AUTOREGRESSION_MODELS];
};

// The values are the means of blocks, or what a block adds to a sum over benchmarks. `noise` is the
// part of their variance that is known to be independent between blocks, as that of
// executions and iterations is; 0: none is known.
struct autoregression autoregression_of(const double *values, size_t count, double noise);

// Finds dependence in both or in neither of two series that do not depend on each other, by the
// product of their odds: each alone would be found to depend by chance, and an interval of both
// would be too wide as often as either is.
void autoregression_agree(struct autoregression *one, struct autoregression *other);

// The number n' with which Ȳ ± t(confidence, n - 1)·√(S²/n') has its confidence; at most n, and n
// itself where no dependence was found. n is at least 2.
double autoregression_effective(const struct autoregression *autoregression, double confidence);
