// A number that is not known exactly: its variance, and the degrees of freedom of that.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct value_with_error {
    double value;
    double variance; // of the value itself, not of what it is a mean of
    double df;       // 0: the variance is not known
};

// Value ± t·√variance, with Student's t of `df`; -inf to inf where the variance is not known.
void standard_error_limits(const struct value_with_error *number, double confidence, double *low,
                           double *high);

// A value, and what it would be without each of `count` independent units that it comes from:
// variance (n - 1)/n · Σ (without_i - mean)², df n - 1 (Tukey 1958, Annals of Mathematical
// Statistics 29; Miller 1974, Biometrika 61). Its variance is not known of fewer than two units, or
// if some `without` is not finite.
struct value_with_error jackknife(double value, const double *without, size_t count);
