// The ratio of two means, new / old, with Fieller's interval [Fieller 1954] [KJ 2013].
// docs/method.md, "Ratio of two means" and "Paired ratio".
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

// A limit that does not exist is 0 (low) or infinite (high), so that comparisons with it are safe;
// do not print it. A bounded interval reaches below 0 if the new mean may be 0.
struct ratio {
    bool defined; // both means have the same sign; else `value` is 0 and bound is none
    double value;
    enum ratio_bound bound;
    double low, high;
};

// The ratio from the two means and the half-widths of their intervals; an infinite half-width gives
// no interval.
struct ratio ratio_fieller(double old_mean, double old_half, double new_mean, double new_half);

// The ratio of two independent sides, each with its own t, S_n² and r_n.
struct ratio ratio_of(const struct components *old, const struct components *new,
                      double confidence);

// The ratio of top units that were measured in pairs: old[i] and new[i] are the means of block i.
// It assumes that blocks are independent of each other, and that an effect common to the sides of a
// block, such as drift of the machine, adds to both: it removes their covariance. Use it for
// interleaved sides only; otherwise the order of the sides would count as a pairing.
struct ratio ratio_paired(const double *old, const double *new, size_t pairs, double confidence);

// The same interval read as old / new (a speedup, where the metric is a time): [1/high, 1/low].
struct ratio ratio_inverse(const struct ratio *ratio);

// A defined ratio as a speedup: old / new, or new / old if more is better.
double ratio_speedup(const struct ratio *ratio, enum better better);

// Faster (less) if the interval lies below 1, slower (more) if it lies above; ignores which
// direction is better.
enum verdict ratio_verdict(const struct ratio *ratio);
