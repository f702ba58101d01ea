// Whether a series rises or falls from its beginning to its end, by ranks [Spearman 1904].
// docs/method.md, "Trend".
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { TREND_LEAST = 10 };

struct trend {
    bool known; // at least TREND_LEAST values, not all equal
    double rho,
        p; // correlation of ranks with order; two-sided probability of a larger one by chance
    double change; // the last tenth's mean (of at least three values) over the first's, minus 1
};

// Tied values have the mean of their ranks; p is Student's, t = ρ·√((n - 2)/(1 - ρ²)) with n - 2
// degrees of freedom: R's cor.test(method = "spearman", exact = FALSE).
struct trend trend_of(const double *values, size_t count);
