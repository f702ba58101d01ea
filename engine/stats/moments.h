// Mean and sum of squares of a stream of numbers, without keeping them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Zeroed: of no numbers. All is kept relative to the first number, so that large numbers that
// differ in their last digits lose nothing.
struct moments {
    size_t count;
    double origin;  // the first number
    double offset;  // mean - origin
    double squares; // sum of squared deviations from the mean
};

// A finite number, and not so large (1e150) that its square is none.
bool moments_takes(double value);

// Adds numbers: two passes over the chunk, then merged.
void moments_add(struct moments *moments, const double *values, size_t count);

// Adds one number, the mean of another summary, without rounding it to a double's digits first.
void moments_add_mean(struct moments *moments, const struct moments *of);

// The mean; 0 of no numbers.
double moments_mean(const struct moments *moments);
