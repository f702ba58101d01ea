// Mean and sum of squares of a stream of numbers, in constant memory [CGL 1979].
// docs/method.md, "Variance by level".
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Zeroed moments are those of no numbers. Values are stored relative to the first number, so that
// large numbers that differ only in their last digits lose no precision.
struct moments {
    size_t count;
    double origin;  // the first number
    double offset;  // mean - origin
    double squares; // sum of squared deviations from the mean
};

// Whether a number can be added: it is finite and its square is finite, too (below 1e150).
bool moments_takes(double value);

// Adds numbers: two passes over the chunk, then a merge.
void moments_add(struct moments *moments, const double *values, size_t count);

// Adds one number, the mean of other moments, without rounding it to a double first.
void moments_add_mean(struct moments *moments, const struct moments *of);

// The mean; 0 of no numbers.
double moments_mean(const struct moments *moments);
