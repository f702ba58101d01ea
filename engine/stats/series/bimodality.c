// The best split into two groups, tested against chance splits of a single group.
#include "stats/series/bimodality.h"

#include "stats/statistic.h"

#include <math.h>

// Sums of the values from the first on and of their squares, about the middle one, for precision.
struct sums {
    double sum, squares;
};

static struct sums sums_of(const double *values, size_t count, double about)
{
    struct sums sums = {0};
    for (size_t i = 0; i < count; i++) {
        double value = values[i] - about;
        sums.sum += value;
        sums.squares += value * value;
    }
    return sums;
}

static size_t count_about(const double *values, size_t count, double centre, double reach)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += fabs(values[i] - centre) < reach;
    return found;
}

// Fewer values lie between two groups than around either centre; a long tail only thins out.
static bool have_valley(const double *values, size_t count, const struct bimodality *bimodality)
{
    double reach = (bimodality->high - bimodality->low) / 6;
    size_t between = count_about(values, count, (bimodality->low + bimodality->high) / 2, reach);
    return between < count_about(values, count, bimodality->low, reach) &&
           between < count_about(values, count, bimodality->high, reach);
}

struct bimodality bimodality_of(double *values, size_t count)
{
    struct bimodality bimodality = {0};
    if (count < BIMODALITY_LEAST)
        return bimodality;
    sort_numbers(values, count);
    double n = (double)count, about = values[count / 2], best = 5 + 10 / n;
    size_t least = count / 20 > GROUP_LEAST ? count / 20 : GROUP_LEAST;
    struct sums all = sums_of(values, count, about), low = sums_of(values, least, about);
    for (size_t split = least; split <= count - least; split++) {
        double left = (double)split, right = n - left;
        double below = low.sum / left, above = (all.sum - low.sum) / right;
        double within = all.squares - left * below * below - right * above * above;
        double distance = (above - below) / sqrt(fmax(within, 0) / (n - 2));
        if (above > below && distance > best) {
            best = distance;
            bimodality = (struct bimodality){true, about + below, about + above, right / n};
        }
        struct sums next = sums_of(values + split, 1, about);
        low.sum += next.sum;
        low.squares += next.squares;
    }
    bimodality.two = bimodality.two && have_valley(values, count, &bimodality);
    return bimodality;
}
