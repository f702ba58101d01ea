// A straight line through means that come from the same blocks.
// docs/method.md, "Line through means".
#pragma once

#include "stats/standard_error.h"

enum line_fit { LINE_UNTRIED, LINE_FITS, LINE_MISSES };

struct line_points {
    const double *places;
    const struct value_with_error *means;
    size_t count;
    // By block, then by point: the mean without the block; the mean itself where the block has no
    // part in it.
    const double *without;
    size_t blocks;
};

struct line {
    bool defined; // two different places at least
    struct value_with_error slope, intercept;
    // Whether the points lie on the line, apart from noise: the interval of each residual
    // (Bonferroni, 1 - α / points) contains 0. Untried with two points, or where variances are not
    // known.
    enum line_fit fit;
    size_t missed;   // points whose interval excludes 0
    size_t farthest; // the point whose residual is largest, by its value
    double off;      // that residual over the point's value
};

// Ordinary least squares: every point has the same weight, because weights from variances with few
// degrees of freedom would make intervals too narrow. The points of a block share its layouts and
// its time, so their noise is partly common: the jackknife leaves each block out of all points at
// once. The degrees of freedom are those of the point with the fewest.
struct line line_through(const struct line_points *points, double confidence);
