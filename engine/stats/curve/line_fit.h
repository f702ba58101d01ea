// A straight line through means that come from the same blocks.
// docs/method.md, "Line through means".
#pragma once

#include "stats/dependence.h"
#include "stats/standard_error.h"

enum line_fit { LINE_UNTRIED, LINE_FITS, LINE_MISSES };

struct line_points {
    const double *places;
    const struct value_with_error *means;
    size_t count;
    // By block in the order of time, then by point: the mean without the block; the mean itself if
    // it does not include the block.
    const double *without;
    size_t blocks;
};

struct line {
    bool defined; // there are at least two different places
    struct value_with_error slope, intercept;
    struct dependence slope_dependence, intercept_dependence; // of what blocks add to them
    // LINE_FITS if the interval of each residual (Bonferroni, 1 - α / points) contains 0.
    // LINE_UNTRIED with two points, or if variances are unknown.
    enum line_fit fit;
    size_t missed;   // points whose interval excludes 0
    size_t farthest; // the point with the largest residual relative to its value
    double off;      // this relative residual
};

// Ordinary least squares with equal weights, because weights from variances with few degrees of
// freedom would make intervals too narrow. The points of a block share layouts and time, so their
// noise is correlated: the jackknife leaves each block out of all points at once. The degrees of
// freedom are those of the point with the fewest.
struct line line_through(const struct line_points *points, double confidence);
