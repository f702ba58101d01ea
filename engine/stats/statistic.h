// Summary statistics: the choices of `summary`, each with the reason to choose it.
// docs/method.md, "Other summary statistics".
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
    bool within;         // taken within each of the lowest units, and averaged over them
};
extern const struct statistic_form statistic_forms[STATISTIC_KINDS];

// Reads "median" or "percentile 95"; returns NULL, or what is wrong (in the arena).
const char *statistic_read(struct arena *arena, const char *words, struct statistic *statistic);

// The name with its number: "percentile 95".
const char *statistic_name(struct arena *arena, const struct statistic *statistic);

bool statistic_equal(const struct statistic *a, const struct statistic *b);

// Whether the statistic is defined for the values.
bool statistic_fits(const struct statistic *statistic, const double *values, size_t count);

// The fewest top units over which an interval of the statistic holds. For a percentile or median of
// share p: the extremes of n values lie on either side of it, but for (1 - confidence)/2 each, if
// max(p, 1 - p)^n is at most that. For other statistics 2.
size_t statistic_units_least(const struct statistic *statistic, double confidence);

// The statistic takes two steps, and resamples need only the second. This one turns values that fit
// into those that are averaged or ranked: logarithms, reciprocals; negated where `more` is better,
// so that the slowest are always the largest. The caller sorts them.
void statistic_turn(const struct statistic *statistic, bool more, double *values, size_t count);
// The second step: the statistic of values that are turned and sorted, count > 0. Where it is taken
// `within` units these are the values of one.
double statistic_of_turned(const struct statistic *statistic, bool more, const double *sorted,
                           size_t count);

// Quantile of type 7 [Hyndman, Fan 1996], R's default, of sorted values, share p from 0 to 1: on
// the line between x[⌊h⌋] and the next, h = (n - 1)p.
double sorted_quantile(const double *sorted, size_t count, double share);

// Sorts in ascending order.
void sort_numbers(double *values, size_t count);
