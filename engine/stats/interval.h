// The confidence interval of a mean, from the means of the top units alone [KJ 2013].
// docs/method.md, "Interval of a mean".
#pragma once

#include "stats/standard_error.h"
#include "stats/variance.h"

// With fewer than two top units the interval is unknown and reaches from -inf to inf, unless the
// mean is exact.
struct interval {
    bool known;
    double low, high;
    double half_width;
    double df; // r_n - 1
};

// The two-sided quantile of Student's t: `confidence` (between 0 and 1) of the distribution lies
// within ± it; df > 0, infinite for a normal.
double student_t(double confidence, double df);

// The confidence of each of `count` intervals that hold together with `confidence` (Bonferroni).
double simultaneous(double confidence, size_t count);

// Ȳ with its variance S_n²/r_n and r_n - 1 degrees of freedom. An exact mean has no variance, and
// df is infinite.
struct value_with_error mean_with_error(const struct components *components);

// The half-width of the interval, t·√(S_n²/r_n); 0 of an exact mean, else infinite with fewer than
// two top units.
double mean_half_width(const struct components *components, double confidence);

// The interval Ȳ ± t·√(S_n²/r_n).
struct interval mean_interval(const struct components *components, double confidence);
