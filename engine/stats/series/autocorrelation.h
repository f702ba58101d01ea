// Autocorrelations of a series, and Ljung and Box's test. docs/method.md, "Independence".
#pragma once

#include <stddef.h>

// r_k = Σ_{t>k} (x_t - x̄)(x_{t-k} - x̄) / Σ (x_t - x̄)², k = 1 to `lags`, into r[k - 1]; R's acf().
// 0 where the series is not longer than k, or all its values are equal.
void autocorrelations(const double *values, size_t count, size_t lags, double *r);

// [Ljung, Box 1978]: Q = n(n + 2) Σ r_k²/(n - k), and the probability of a larger
// one under χ² with `lags` degrees of freedom; R's Box.test(type = "Ljung").
struct ljung_box {
    double Q, p;
};
struct ljung_box ljung_box(const double *values, size_t count, size_t lags);
