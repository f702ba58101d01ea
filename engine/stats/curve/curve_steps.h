// Where a curve rises from one plateau to the next: latency over size, at the ends of caches.
// docs/method.md, "Steps of a curve".
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
    bool rises_on; // beyond the last plateau, without another one
    size_t from;   // its last place
};

// A plateau is at least a doubling of the place long and rises by less than CURVE_STEP_LEAST in
// each doubling; at the beginning one point is enough, for curves that begin with a rise. The
// search runs on the rising curve nearest to the logarithms of the means (pool adjacent violators
// [Barlow et al. 1972]), weighted by what is known of their noise, after a lone point far from both
// neighbours is replaced by the nearer. Where a rise is blurred, its place is half way up: if a
// cache's lines are spread at random over its sets, half of the reads still hit when it has just
// been filled. Levels must differ by three standard errors. Places and means are above 0, and
// places ascend.
struct curve_steps curve_steps_of(const double *places, const struct value_with_error *means,
                                  size_t count);
