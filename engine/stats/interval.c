// The confidence interval of a mean.
#include "stats/interval.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

double student_t(double confidence, double df)
{
    double tail = (1 - confidence) / 2;
    return isinf(df) ? gsl_cdf_ugaussian_Qinv(tail) : gsl_cdf_tdist_Qinv(tail, df);
}

double simultaneous(double confidence, size_t count)
{
    return count > 1 ? 1 - (1 - confidence) / (double)count : confidence;
}

struct value_with_error mean_with_error(const struct components *components)
{
    struct value_with_error mean = {.value = components->mean};
    if (components->exact)
        mean.df = INFINITY;
    if (components->exact || components->top_units < 2)
        return mean;
    mean.df = (double)components->top_units - 1;
    mean.variance = components->S2[components->levels - 1] / (double)components->top_units;
    return mean;
}

double mean_half_width(const struct components *components, double confidence)
{
    struct value_with_error mean = mean_with_error(components);
    return mean.df > 0 ? student_t(confidence, mean.df) * sqrt(mean.variance) : INFINITY;
}

struct interval mean_interval(const struct components *components, double confidence)
{
    double half_width = mean_half_width(components, confidence);
    bool known = components->exact || components->top_units >= 2;
    return (struct interval){.known = known,
                             .low = components->mean - half_width,
                             .high = components->mean + half_width,
                             .half_width = half_width,
                             .df = known ? (double)components->top_units - 1 : 0};
}
