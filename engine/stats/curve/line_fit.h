// A straight line through means that come from the same blocks.
#pragma once

#include "stats/standard_error.h"

enum line_fit { LINE_UNTRIED, LINE_FITS, LINE_MISSES };

struct line_points {
    const double *places;
    const struct value_with_error *means;
    size_t count;
    // By block, then by point: the mean without the block, or as it is where the block has no part
    // in it.
    const double *without;
    size_t blocks;
};

struct line {
    bool defined; // two different places at least
    struct value_with_error slope, intercept;
    // Whether the points lie on it but for their own noise: each residual has an interval, too
    // (Bonferroni's for so many), which holds 0 or not. Untried of two points, or where variances
    // are not known.
    enum line_fit fit;
    size_t missed;   // points with an interval that does not hold 0
    size_t farthest; // the point whose residual is largest, by its value
    double off;      // that residual over the point's value
};

// Ordinary least squares: every point counts the same, since weights from variances of few degrees
// of freedom would make intervals too narrow. The points of a block share its layouts and its time,
// so that their noise is common in part: each block is left out of all points at once (jackknife).
// The degrees of freedom are those of the point with the fewest.
struct line line_through(const struct line_points *points, double confidence);
