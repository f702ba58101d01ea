// The confidence interval of a mean, from the top level's unit means alone (METHOD, Intervals).
#pragma once

#include "stats/variance.h"

// Fewer than two top units: not known, and -inf to inf stands for "nothing is excluded".
struct interval {
    bool known;
    double low, high;
    double half_width;
    size_t df; // r_n - 1
};

// Student's t that `confidence` (between 0 and 1, two-sided) of the values stay within; df >= 1.
double student_t(double confidence, size_t df);

// Half of the interval's width, t·√(S_n²/r_n); infinite with fewer than two top units.
double mean_half_width(const struct components *components, double confidence);

// Ȳ ± t·√(S_n²/r_n).
struct interval mean_interval(const struct components *components, double confidence);
