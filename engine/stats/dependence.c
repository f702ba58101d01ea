// The correlation of neighbouring blocks, against that of shuffled ones, and what it costs.
#include "stats/dependence.h"

#include "base/arena.h"
#include "base/stream.h"
#include "stats/moments.h"

#include <math.h>

enum { BLOCKS_TOLD = 5, SHUFFLES_MOST = 399, SHUFFLES_LEAST = 199 };
static const size_t SHUFFLED = 2000000; // values, beyond which fewer shuffles must do
static const double P_MOST = 0.04;

// Values that differ in rounding only are no larger.
static const double ROUNDING = 1e-9;

// Correlations of neighbours, in standard deviations of the same blocks in any order: from the
// first on they count, from the second on in full.
static const double TOLD_FROM = 1.6, TOLD_IN_FULL = 2.8;

enum { BLOCKS_OF_THREE_LAGS = 8 };
static const double DECAY_MOST = 0.95;

static double products_at(const double *values, size_t count, size_t lag)
{
    double sum = 0;
    for (size_t i = lag; i < count; i++)
        sum += values[i] * values[i - lag];
    return sum;
}

static double p_of(double *values, size_t count, double squares)
{
    double products = products_at(values, count, 1);
    size_t shuffles = SHUFFLED / count, reached = 0;
    shuffles = shuffles > SHUFFLES_MOST    ? SHUFFLES_MOST
               : shuffles < SHUFFLES_LEAST ? SHUFFLES_LEAST
                                           : shuffles;
    struct stream stream = stream_from(count);
    for (size_t i = 0; i < shuffles; i++) {
        stream_shuffle(&stream, values, count, sizeof *values);
        reached += products_at(values, count, 1) >= products - ROUNDING * squares;
    }
    return (1 + (double)reached) / (1 + (double)shuffles);
}

// Values about their mean, and the sum of their squares; 0 of too few.
static double centre(const double *values, size_t count, double *centred)
{
    struct moments moments = {0};
    moments_add(&moments, values, count);
    for (size_t i = 0; i < count; i++)
        centred[i] = values[i] - moments.origin - moments.offset;
    return count < BLOCKS_TOLD ? 0 : moments.squares;
}

// Its expectation over all orders is 0.
static double correlation_at(const double *centred, size_t count, double squares, size_t lag)
{
    double n = (double)count;
    return products_at(centred, count, lag) / squares + (n - (double)lag) / n / (n - 1);
}

static double correlation_of(const double *centred, size_t count, double squares)
{
    return squares > 0 ? correlation_at(centred, count, squares, 1) : 0;
}

// The standard deviation of correlation_of() over all orders [Wald, Wolfowitz 1943], here of a row
// that is not closed to a circle: from the means of products of two, three and four of the values.
static double deviation_over_orders(const double *centred, size_t count, double squares)
{
    double n = (double)count, quartic = 0;
    for (size_t i = 0; i < count; i++) {
        double square = centred[i] * centred[i] / squares;
        quartic += square * square;
    }
    double two = (1 - quartic) / n, three = (2 * quartic - 1) / n, four = (3 - 6 * quartic) / n;
    double variance = two + 2 * three / (n - 1) + four / (n - 1) - 1 / (n * n);
    return sqrt(fmax(variance, 0));
}

// The variance of the mean over that of independent blocks, if autocorrelations fall from that of
// neighbours by the same factor at each further lag, as those of an autoregression under noise do.
static double inflation(const double *centred, size_t count, double squares)
{
    double first = correlation_of(centred, count, squares), decay = first;
    if (count >= BLOCKS_OF_THREE_LAGS) {
        double second = correlation_at(centred, count, squares, 2);
        double third = correlation_at(centred, count, squares, 3);
        decay = fmax((second + third) / (first + fmax(second, 0)), first);
    }
    return fmin(1 + 2 * first / (1 - fmin(decay, DECAY_MOST)), (double)count / 2);
}

static double effective_of(const double *centred, size_t count, double squares)
{
    double n = (double)count, first = correlation_of(centred, count, squares);
    if (first <= 0)
        return n;
    double score = first / deviation_over_orders(centred, count, squares);
    double told = fmin(fmax((score - TOLD_FROM) / (TOLD_IN_FULL - TOLD_FROM), 0), 1);
    return n * pow(inflation(centred, count, squares), -told);
}

static struct dependence look_at(const double *values, size_t count, bool tested)
{
    struct arena scratch = {0};
    double *centred = arena_new_array(&scratch, double, count);
    double squares = centre(values, count, centred);
    struct dependence dependence = {.blocks = count,
                                    .correlation = correlation_of(centred, count, squares),
                                    .effective = effective_of(centred, count, squares),
                                    .p = 1};
    if (tested && squares > 0)
        dependence.p = p_of(centred, count, squares);
    dependence.found = dependence.p <= P_MOST;
    arena_release(&scratch);
    return dependence;
}

struct dependence dependence_of(const double *values, size_t count)
{
    return look_at(values, count, true);
}

double neighbour_correlation(const double *values, size_t count)
{
    return look_at(values, count, false).correlation;
}

double effective_blocks(const double *values, size_t count)
{
    return look_at(values, count, false).effective;
}

struct dependence dependence_of_two(const struct dependence *one, const struct dependence *other)
{
    struct dependence dependence = one->p <= other->p ? *one : *other;
    dependence.found = 2 * dependence.p <= P_MOST;
    return dependence;
}
