// Autocorrelations of a series and Ljung and Box's test as textbooks and R have them, for
// comparison with stats/series/independence.h. docs/method.md, "Independence".
#pragma once

#include "stats/moments.h"

#include <gsl/gsl_cdf.h>
#include <stddef.h>

static inline double correlation(const struct moments *all, const double *values, size_t lag)
{
    double products = 0;
    for (size_t t = lag; t < all->count; t++)
        products +=
            (values[t] - all->origin - all->offset) * (values[t - lag] - all->origin - all->offset);
    return all->squares > 0 ? products / all->squares : 0;
}

// r_k = Σ_{t>k} (x_t - x̄)(x_{t-k} - x̄) / Σ (x_t - x̄)², k = 1 to `lags`, into r[k - 1]; R's acf().
// 0 where the series is not longer than k, or all its values are equal.
static inline void autocorrelations(const double *values, size_t count, size_t lags, double *r)
{
    struct moments all = {0};
    moments_add(&all, values, count);
    for (size_t lag = 1; lag <= lags; lag++)
        r[lag - 1] = correlation(&all, values, lag);
}

// [Ljung, Box 1978]: Q = n(n + 2) Σ r_k²/(n - k), and the probability of a larger one under χ² with
// `lags` degrees of freedom; R's Box.test(type = "Ljung").
struct ljung_box {
    double Q, p;
};

static inline struct ljung_box ljung_box(const double *values, size_t count, size_t lags)
{
    struct moments all = {0};
    moments_add(&all, values, count);
    double sum = 0;
    for (size_t lag = 1; lag <= lags && lag < count; lag++) {
        double r = correlation(&all, values, lag);
        sum += r * r / (double)(count - lag);
    }
    double Q = (double)count * (double)(count + 2) * sum;
    return (struct ljung_box){.Q = Q, .p = lags > 0 ? gsl_cdf_chisq_Q(Q, (double)lags) : 1};
}
