// Means, variances and robust spreads of a few values by plain formulas, for comparison.
#pragma once

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 200 }; // values

static inline int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double ranked(const double *values, size_t count, size_t k)
{
    double sorted[MOST];
    memcpy(sorted, values, count * sizeof *values);
    qsort(sorted, count, sizeof *sorted, by_value);
    return sorted[k];
}

static inline double median(const double *values, size_t count)
{
    return (ranked(values, count, (count - 1) / 2) + ranked(values, count, count / 2)) / 2;
}

// The third quartile of distances, over that of the standard normal distribution.
static inline double spread(const double *values, const double *middle, size_t count)
{
    double distances[MOST];
    for (size_t i = 0; i < count; i++)
        distances[i] = fabs(values[i] - middle[i]);
    return ranked(distances, count, count * 3 / 4) / 1.1503493803760079;
}

static inline double mean(const double *values, size_t begin, size_t end)
{
    long double sum = 0;
    for (size_t i = begin; i < end; i++)
        sum += values[i];
    return (double)(sum / (long double)(end - begin));
}

static inline double variance(const double *values, size_t begin, size_t end)
{
    double squares = 0, about = mean(values, begin, end);
    for (size_t i = begin; i < end; i++)
        squares += (values[i] - about) * (values[i] - about);
    return squares / (double)(end - begin - 1);
}
