// A value with its variance and the degrees of freedom of the variance, by the jackknife.
// docs/method.md, "Jackknife".
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct value_with_error {
    double value;
    double variance; // of the value itself, not of single observations
    double df;       // 0: the variance is not known
};

// Value ± t·√variance, with Student's t of `df`; -inf to inf where the variance is not known.
void standard_error_limits(const struct value_with_error *number, double confidence, double *low,
                           double *high);

// The jackknife [Tukey 1958, Miller 1974] of a value that comes from `count` independent units;
// without[i] is the value without unit i. Variance (n - 1)/n · Σ (without_i - mean)², df n - 1. The
// variance is unknown with fewer than two units, or if an element of `without` is not finite.
struct value_with_error jackknife(double value, const double *without, size_t count);
