// The confidence interval of a mean.
#include "stats/interval.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

double student_t(double confidence, size_t df)
{
    return gsl_cdf_tdist_Qinv((1 - confidence) / 2, (double)df);
}

double mean_half_width(const struct components *components, double confidence)
{
    size_t units = components->top_units;
    if (units < 2)
        return INFINITY;
    double S2 = components->S2[components->levels - 1];
    return student_t(confidence, units - 1) * sqrt(S2 / (double)units);
}

struct interval mean_interval(const struct components *components, double confidence)
{
    double half_width = mean_half_width(components, confidence);
    bool known = components->top_units >= 2;
    return (struct interval){.known = known,
                             .low = components->mean - half_width,
                             .high = components->mean + half_width,
                             .half_width = half_width,
                             .df = known ? components->top_units - 1 : 0};
}
