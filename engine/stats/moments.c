// Mean and sum of squares of a stream of numbers, without keeping them.
#include "stats/moments.h"

#include <math.h>

// Joins `count` numbers of mean origin + offset and the given squares (Chan, Golub and LeVeque
// 1979).
static void merge(struct moments *moments, size_t count, double offset, double squares)
{
    double before = (double)moments->count;
    double total = before + (double)count;
    double apart = offset - moments->offset;
    moments->count += count;
    moments->offset += apart * ((double)count / total);
    moments->squares += squares + apart * apart * (before * (double)count / total);
}

void moments_add(struct moments *moments, const double *values, size_t count)
{
    if (count == 0)
        return;
    if (moments->count == 0)
        moments->origin = values[0];
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i] - moments->origin;
    double offset = sum / (double)count;
    double squares = 0;
    double residue = 0; // the rounding error of `offset`, times count
    for (size_t i = 0; i < count; i++) {
        double deviation = values[i] - moments->origin - offset;
        squares += deviation * deviation;
        residue += deviation;
    }
    merge(moments, count, offset, squares - residue * residue / (double)count);
}

void moments_add_mean(struct moments *moments, const struct moments *of)
{
    if (moments->count == 0)
        moments->origin = of->origin;
    merge(moments, 1, of->origin - moments->origin + of->offset, 0);
}

double moments_mean(const struct moments *moments)
{
    return moments->origin + moments->offset;
}

bool moments_takes(double value)
{
    return fabs(value) <= 1e150;
}
