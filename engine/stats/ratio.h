// The ratio of two means, new / old, with Fieller's interval [Fieller 1954] [KJ 2013].
// docs/method.md, "Paired ratio" and "Unpaired ratio".
#pragma once

#include "model/better.h"
#include "model/verdict.h"
#include "stats/interval.h"

enum ratio_bound {
    RATIO_NONE,         // no interval: a side has fewer than two top units, or no ratio is defined
    RATIO_BOUNDED,      // low to high
    RATIO_NO_UPPER,     // at least low
    RATIO_NO_LOWER,     // at most high
    RATIO_UNDETERMINED, // any ratio is possible: more builds are needed
};

// A limit that does not exist is 0 (low) or infinite (high), so that comparisons with it are safe;
// do not print it: ratio_has_low(), ratio_has_high(). What ratio_fieller(), ratio_unpaired() and
// ratio_paired() return reaches below 0 if the new mean may be 0: ratio_above_zero() ends that.
struct ratio {
    bool defined; // both means have the same sign; else `value` is 0 and bound is none
    double value;
    enum ratio_bound bound;
    double low, high;
    bool exact; // neither mean has an error: low and high are the value
};

// The ratio of two means without error.
struct ratio ratio_exact(double old_mean, double new_mean);

// The ratio from the two means and the half-widths of their intervals; an infinite half-width gives
// no interval.
struct ratio ratio_fieller(double old_mean, double old_half, double new_mean, double new_half);

// The ratio of two independent means, with one t of Welch and Satterthwaite's degrees of freedom
// [Welch 1947, Satterthwaite 1946].
struct ratio ratio_unpaired(const struct value_with_error *old, const struct value_with_error *new,
                            double confidence);

// Top units that were measured in pairs: the sums over blocks that the ratio takes.
struct ratio_pairs {
    size_t count;
    double old_mean, new_mean;
    double olds, news, products; // of the deviations from the means
    double parts;                // squares of new / new_mean - old / old_mean
};

// old[i] and new[i] are the means of block i.
struct ratio_pairs ratio_pairs_of(const double *old, const double *new, size_t count);

// What a block adds to the ratio, relative to it: new / new_mean - old / old_mean; 0 where it
// differs by rounding only.
double ratio_part(const struct ratio_pairs *pairs, double old, double new);

// The ratio of pairs. What the sides of a block share, such as drift
// of the machine, adds to both: their covariance is taken out. Only for interleaved sides:
// otherwise the order of the sides would count as a pairing.
//
// Without any scatter there is an interval, [value, value], if that many equal pairs are
// significant by the sign test: 2·½ⁿ <= 1 - confidence. So it is for independent sides.
struct ratio ratio_paired(const struct ratio_pairs *pairs, double confidence);

// The logarithms of these ratios, with their variances by the delta method: of independent means
// with Welch and Satterthwaite's degrees of freedom. df is 0 where the variance is not known.
struct value_with_error ratio_unpaired_log(const struct value_with_error *old,
                                           const struct value_with_error *new);
struct value_with_error ratio_paired_log(const struct ratio_pairs *pairs);

// The interval of quantities that are never negative, such as times, sizes and counts: one that
// reaches 0 or less has no lower bound.
struct ratio ratio_above_zero(const struct ratio *ratio);

// Whether the interval has this limit.
bool ratio_has_low(const struct ratio *ratio);
bool ratio_has_high(const struct ratio *ratio);

// Whether the interval tells how large the difference is: from the ratio to its limits, logarithms
// differ by at most a fifth of the logarithm of the ratio.
bool ratio_is_clear(const struct ratio *ratio);

// The same interval read as old / new (a speedup, where the metric is a time): [1/high, 1/low];
// what had no lower bound has no upper one, and the reverse.
struct ratio ratio_inverse(const struct ratio *ratio);

// A defined ratio as a speedup: old / new, or new / old if more is better.
double ratio_speedup(const struct ratio *ratio, enum better better);

// Faster (less) if the interval lies below 1, slower (more) if it lies above, equal if the ratio is
// exactly 1; ignores which direction is better.
enum verdict ratio_verdict(const struct ratio *ratio);
