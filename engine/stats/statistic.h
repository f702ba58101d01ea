// What one number says of many: the summaries to choose from, and the reason for each.
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum statistic_kind {
    STATISTIC_MEAN,
    STATISTIC_MEDIAN,
    STATISTIC_MINIMUM,
    STATISTIC_MODE,
    STATISTIC_TRIMMED_MEAN,
    STATISTIC_PERCENTILE,
    STATISTIC_HARMONIC_MEAN,
    STATISTIC_GEOMETRIC_MEAN,
    STATISTIC_KINDS,
};

// Zeroed: the mean.
struct statistic {
    enum statistic_kind kind;
    double percent; // of a percentile, 0 to 100
};

struct statistic_form {
    const char *name;
    const char *summary; // in a line
    const char *reason;  // when to choose it, and what its interval is worth
    bool percent;        // a number follows the name
    bool positive;       // only of values above 0
};
extern const struct statistic_form statistic_forms[STATISTIC_KINDS];

// Reads "median" or "percentile 95"; NULL, or what is wrong with it (in the arena).
const char *statistic_read(struct arena *arena, const char *words, struct statistic *statistic);

// The same written: "percentile 95".
const char *statistic_name(struct arena *arena, const struct statistic *statistic);

bool statistic_equal(const struct statistic *a, const struct statistic *b);

// Whether the values have such a summary.
bool statistic_fits(const struct statistic *statistic, const double *values, size_t count);

// In two steps, so that resamples of what was turned and sorted once need no more than the second:
// turns values that fit into those that are summed up or ranked (logarithms, reciprocals; negated
// where the slowest are the smallest, `more` being better) …
void statistic_turn(const struct statistic *statistic, bool more, double *values, size_t count);
// … and summarises these, sorted, count > 0.
double statistic_of_turned(const struct statistic *statistic, bool more, const double *sorted,
                           size_t count);

// R's default quantile (type 7) of sorted values, share 0 to 1: x[⌊h⌋] and the next, h = (n - 1)p,
// joined by a straight line.
double sorted_quantile(const double *sorted, size_t count, double share);

// In ascending order.
void sort_numbers(double *values, size_t count);
