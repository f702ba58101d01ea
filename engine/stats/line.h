// A straight line through means that are known with different precision.
#pragma once

#include "stats/uncertain.h"

enum line_fit { LINE_UNTRIED, LINE_FITS, LINE_MISSES };

struct line {
    bool defined; // two different places at least
    struct uncertain slope, intercept;
    // Whether the points lie on it but for their own noise: each residual is a combination of the
    // means, too, whose interval (Bonferroni's for so many) holds 0 or not. Untried of two points,
    // or where variances are not known.
    enum line_fit fit;
    size_t missed;   // points with an interval that does not hold 0
    size_t farthest; // the point whose residual is largest, by its value
    double off;      // that residual over the point's value
};

// Ordinary least squares: every point counts the same, since weights from variances of few degrees
// of freedom would make intervals too narrow. Slope and intercept are fixed combinations of the
// means, so that their variances follow without assuming the same noise everywhere. `means` are
// independent of each other.
struct line line_through(const double *places, const struct uncertain *means, size_t count,
                         double confidence);
