// Does one execution come to a steady state, and after how many iterations (METHOD, Steady state)?
#pragma once

#include <stddef.h>

enum { STEADINESS_LEAST = 20 }; // values: fewer show nothing

enum steadiness_kind {
    STEADINESS_UNKNOWN, // too short
    STEADINESS_STEADY,  // after `warmup`
    STEADINESS_NEVER,   // still changes late
};

struct steadiness {
    enum steadiness_kind kind;
    size_t warmup;      // first values to drop; 0 unless steady
    size_t last_change; // where the last lasting change of level begins; 0: none
    double shift;       // of that change, relative to the mean before it
};

// MSER-5 and PELT together. Single slow values are no change. `resolution`: of the clock, in the
// values' unit; 0 if not known.
struct steadiness steadiness_of(const double *values, size_t count, double resolution);
