// Mean and sum of squares of a stream of numbers, without keeping them.
#include "stats/summary.h"

#include <math.h>

// Joins `count` numbers of mean origin + offset and the given squares (Chan, Golub and LeVeque
// 1979).
static void merge(struct summary *summary, size_t count, double offset, double squares)
{
    double before = (double)summary->count;
    double total = before + (double)count;
    double apart = offset - summary->offset;
    summary->count += count;
    summary->offset += apart * ((double)count / total);
    summary->squares += squares + apart * apart * (before * (double)count / total);
}

void summary_add(struct summary *summary, const double *values, size_t count)
{
    if (count == 0)
        return;
    if (summary->count == 0)
        summary->origin = values[0];
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i] - summary->origin;
    double offset = sum / (double)count;
    double squares = 0;
    double residue = 0; // the rounding error of `offset`, times count
    for (size_t i = 0; i < count; i++) {
        double deviation = values[i] - summary->origin - offset;
        squares += deviation * deviation;
        residue += deviation;
    }
    merge(summary, count, offset, squares - residue * residue / (double)count);
}

void summary_add_mean(struct summary *summary, const struct summary *of)
{
    if (summary->count == 0)
        summary->origin = of->origin;
    merge(summary, 1, of->origin - summary->origin + of->offset, 0);
}

double summary_mean(const struct summary *summary)
{
    return summary->origin + summary->offset;
}

bool summary_takes(double value)
{
    return fabs(value) <= 1e150;
}
