// Where a curve rises from one plateau to the next: latency over size, at the ends of caches.
#pragma once

#include "stats/standard_error.h"

enum { CURVE_STEPS_MOST = 12 };

static const double CURVE_STEP_LEAST =
    1.3; // from plateau to plateau; what rises less is one plateau

// Places of the curve, as indices.
struct curve_step {
    size_t last, first;  // the last nearer to the lower plateau, and the next: nearer to the upper
    size_t begins, ends; // the last within a tenth of the rise from the lower, the first from upper
    double lower, upper; // the plateaus' levels beside it
};

struct curve_steps {
    struct curve_step items[CURVE_STEPS_MOST];
    size_t count;
    bool rises_on; // beyond the last plateau, without reaching another
    size_t from;   // its last place
};

// A plateau is at least a doubling of the place long, and rises by less than CURVE_STEP_LEAST in
// each doubling; at the beginning one point is enough, for curves that begin with a rise. What is
// looked at is not the means but the rising curve nearest to them (Barlow, Bartholomew, Bremner,
// Brunk 1972: pool adjacent violators), of their logarithms, weighted by what is known of their
// noise, once a single one that is far from both neighbours has been replaced by the nearer. Where
// a rise is blurred, its place is half way up: where a cache's lines are spread at random over its
// sets, half of what is read is still found there when it has just been filled. Places and means
// are above 0, places ascend. Levels must differ by three standard errors.
struct curve_steps curve_steps_of(const double *places, const struct value_with_error *means,
                                  size_t count);
