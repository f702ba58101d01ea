// The correlation of neighbouring blocks, against that of shuffled ones.
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

static double products_of_neighbours(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 1; i < count; i++)
        sum += values[i] * values[i - 1];
    return sum;
}

static double p_of(double *values, size_t count, double squares)
{
    double products = products_of_neighbours(values, count);
    size_t shuffles = SHUFFLED / count, reached = 0;
    shuffles = shuffles > SHUFFLES_MOST    ? SHUFFLES_MOST
               : shuffles < SHUFFLES_LEAST ? SHUFFLES_LEAST
                                           : shuffles;
    struct stream stream = stream_from(count);
    for (size_t i = 0; i < shuffles; i++) {
        stream_shuffle(&stream, values, count, sizeof *values);
        reached += products_of_neighbours(values, count) >= products - ROUNDING * squares;
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

static double correlation_of(const double *centred, size_t count, double squares)
{
    return squares > 0 ? products_of_neighbours(centred, count) / squares + 1 / (double)count : 0;
}

double neighbour_correlation(const double *values, size_t count)
{
    struct arena scratch = {0};
    double *centred = arena_new_array(&scratch, double, count);
    double squares = centre(values, count, centred);
    double correlation = correlation_of(centred, count, squares);
    arena_release(&scratch);
    return correlation;
}

struct dependence dependence_of(const double *values, size_t count)
{
    struct arena scratch = {0};
    double *centred = arena_new_array(&scratch, double, count);
    double squares = centre(values, count, centred);
    struct dependence dependence = {
        .blocks = count, .correlation = correlation_of(centred, count, squares), .p = 1};
    if (squares > 0)
        dependence.p = p_of(centred, count, squares);
    dependence.found = dependence.p <= P_MOST;
    arena_release(&scratch);
    return dependence;
}

struct dependence dependence_of_two(const struct dependence *one, const struct dependence *other)
{
    struct dependence dependence = one->p <= other->p ? *one : *other;
    dependence.found = 2 * dependence.p <= P_MOST;
    return dependence;
}

double effective_blocks(size_t blocks, double correlation)
{
    double n = (double)blocks, r = fmax(correlation, 0);
    return fmax(n * (1 - r) / (1 + r), fmin(n, 1));
}

double dependence_effective(const struct dependence *dependence)
{
    return effective_blocks(dependence->blocks, dependence->correlation);
}
