// The steps of a curve: rises from one plateau to the next, as latency over size has at the ends of
// caches. docs/method.md, "Steps of a curve".
#pragma once

#include "stats/standard_error.h"

enum { CURVE_STEPS_MOST = 12 };

static const double CURVE_STEP_LEAST = 1.3; // least factor from plateau to plateau

// Places of the curve, as indices.
struct curve_step {
    size_t last, first;  // the last nearer to the lower plateau, the first nearer to the upper one
    size_t begins, ends; // the last within a tenth of the rise of the lower, the first of the upper
    double lower, upper; // levels of the plateaus beside it
};

struct curve_steps {
    struct curve_step items[CURVE_STEPS_MOST];
    size_t count;
    bool rises_on; // beyond the last plateau, without a further plateau
    size_t from;   // its last place
};

// A plateau is at least a doubling of the place long and rises by less than CURVE_STEP_LEAST in
// each doubling; at the beginning one point is enough, for curves that begin with a rise. First,
// the nearer neighbour replaces a lone point that is far from both neighbours. Then isotonic
// regression (pool adjacent violators [Barlow et al. 1972]) fits a rising curve to the logarithms
// of the means, weighted by the inverse of their known variances. The search for plateaus runs on
// this curve. The place of a blurred rise is half way up: if the lines of a cache are spread at
// random over its sets, half of the reads still hit when the cache is just full. Levels must differ
// by three standard errors. Places and means are above 0, and places ascend.
struct curve_steps curve_steps_of(const double *places, const struct value_with_error *means,
                                  size_t count);
