// Autocorrelations of a series, and Ljung and Box's test of them.
#include "stats/series/autocorrelation.h"

#include "stats/moments.h"

#include <gsl/gsl_cdf.h>

static double correlation(const struct moments *all, const double *values, size_t lag)
{
    double products = 0;
    for (size_t t = lag; t < all->count; t++)
        products +=
            (values[t] - all->origin - all->offset) * (values[t - lag] - all->origin - all->offset);
    return all->squares > 0 ? products / all->squares : 0;
}

void autocorrelations(const double *values, size_t count, size_t lags, double *r)
{
    struct moments all = {0};
    moments_add(&all, values, count);
    for (size_t lag = 1; lag <= lags; lag++)
        r[lag - 1] = correlation(&all, values, lag);
}

struct ljung_box ljung_box(const double *values, size_t count, size_t lags)
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
