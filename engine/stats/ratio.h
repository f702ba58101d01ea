// The ratio of two means, new / old, with Fieller's interval (METHOD, Intervals; KJ).
#pragma once

#include "model/better.h"
#include "model/verdict.h"
#include "stats/variance.h"

enum ratio_bound {
    RATIO_NONE,         // no interval: a side has fewer than two top units, or no ratio is defined
    RATIO_BOUNDED,      // low to high
    RATIO_NO_UPPER,     // at least low
    RATIO_UNDETERMINED, // any ratio is possible: more builds are needed
};

// A limit that does not exist is 0 (low) or infinite (high), so that comparing with them is safe;
// do not print it. Bounded intervals reach below 0 if the new mean may be 0.
struct ratio {
    bool defined; // both means are above, or both below, zero; else `value` is 0 and bound is none
    double value;
    enum ratio_bound bound;
    double low, high;
};

// From the two means and the half-widths of their intervals; an infinite one gives no interval.
struct ratio ratio_fieller(double old_mean, double old_half, double new_mean, double new_half);

// From two independent sides, each with its own t, S_n² and r_n.
struct ratio ratio_of(const struct components *old, const struct components *new,
                      double confidence);

// From top-unit means that were taken in pairs: old[i] and new[i] come from block i. Assumes that
// blocks are independent of each other, and that what the two sides of a block share (the machine's
// drift) adds to both: their covariance is taken out. Not to be used on sides that were not
// interleaved: an order of its own would pass as a pairing.
struct ratio ratio_paired(const double *old, const double *new, size_t pairs, double confidence);

// The same interval read as old / new (a speedup, where the metric is a time): [1/high, 1/low].
struct ratio ratio_inverse(const struct ratio *ratio);

// A defined ratio as a speedup: old / new; of what is better if it is more, new / old.
double ratio_speedup(const struct ratio *ratio, enum better better);

// Faster (less) if the interval lies below 1, slower (more) if above, whichever is better.
enum verdict ratio_verdict(const struct ratio *ratio);

// The mean of ratios that no choice of baseline turns around; values > 0, count > 0.
double geometric_mean(const double *values, size_t count);
