// The correlation of a series' ranks with its order.
#include "stats/series/trend.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

enum { ENDS_LEAST = 3 };

struct place {
    double value;
    size_t at;
};

static int compare_places(const void *a, const void *b)
{
    double one = ((const struct place *)a)->value, two = ((const struct place *)b)->value;
    return (one > two) - (one < two);
}

// Ranks of sorted places (equal values have their mean rank): the sum of products of the deviations
// of ranks and order from their means, and the sum of squares of the former.
static void rank_sums(const struct place *places, size_t count, double *products, double *squares)
{
    double middle = ((double)count - 1) / 2;
    *products = *squares = 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && places[end].value <= places[i].value;)
            end++;
        double rank = ((double)i + (double)end - 1) / 2 - middle;
        for (size_t k = i; k < end; k++)
            *products += rank * ((double)places[k].at - middle);
        *squares += (double)(end - i) * rank * rank;
    }
}

static double mean_of(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

struct trend trend_of(const double *values, size_t count)
{
    struct trend trend = {.p = 1};
    struct place *places = count >= TREND_LEAST ? malloc(count * sizeof *places) : NULL;
    if (!places)
        return trend;
    for (size_t i = 0; i < count; i++)
        places[i] = (struct place){values[i], i};
    qsort(places, count, sizeof *places, compare_places);
    double products, squares, n = (double)count;
    rank_sums(places, count, &products, &squares);
    free(places);
    if (squares == 0)
        return trend;
    trend.known = true;
    trend.rho = products / sqrt(squares * n * (n * n - 1) / 12);
    double rest = 1 - trend.rho * trend.rho;
    trend.p = rest > 0 ? 2 * gsl_cdf_tdist_Q(fabs(trend.rho) * sqrt((n - 2) / rest), n - 2) : 0;
    size_t end = count / 10 > ENDS_LEAST ? count / 10 : ENDS_LEAST;
    double first = mean_of(values, end), last = mean_of(values + count - end, end);
    trend.change = first != 0 ? last / first - 1 : 0;
    return trend;
}
