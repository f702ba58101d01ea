// Values with standard errors.
#include "stats/standard_error.h"

#include "stats/moments.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

void standard_error_limits(const struct value_with_error *number, double confidence, double *low,
                           double *high)
{
    double half_width = number->df > 0 ? 0 : INFINITY;
    if (number->df > 0 && number->variance != 0)
        half_width = gsl_cdf_tdist_Qinv((1 - confidence) / 2, number->df) * sqrt(number->variance);
    *low = number->value - half_width;
    *high = number->value + half_width;
}

struct value_with_error jackknife(double value, const double *without, size_t count)
{
    struct value_with_error number = {.value = value};
    struct moments summary = {0};
    bool finite = count >= 2;
    for (size_t i = 0; finite && i < count; i++)
        finite = isfinite(without[i]);
    if (!finite)
        return number;
    moments_add(&summary, without, count);
    number.variance = summary.squares * (double)(count - 1) / (double)count;
    number.df = (double)count - 1;
    return number;
}
