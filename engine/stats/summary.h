// Mean and sum of squares of a stream of numbers, without keeping them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Zeroed: of no numbers. All is kept relative to the first number, so that large numbers that
// differ in their last digits lose nothing.
struct summary {
    size_t count;
    double origin;  // the first number
    double offset;  // mean - origin
    double squares; // sum of squared deviations from the mean
};

// A finite number, and not so large (1e150) that its square is none.
bool summary_takes(double value);

// Adds numbers: two passes over the chunk, then merged.
void summary_add(struct summary *summary, const double *values, size_t count);

// Adds one number, the mean of another summary, without rounding it to a double's digits first.
void summary_add_mean(struct summary *summary, const struct summary *of);

// The mean; 0 of no numbers.
double summary_mean(const struct summary *summary);
