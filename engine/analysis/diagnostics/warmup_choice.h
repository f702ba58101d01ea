// The warm-up that a cell leaves out, chosen from where the executions of its pilot become steady.
// docs/method.md, "Warm-up detection".
#pragma once

#include "analysis/estimate/levels.h"

enum { WARMUP_MOST = 20 }; // iterations left out of executions that never become steady

// Where the executions of one variant become steady.
struct warmup_ends {
    struct arena *arena;
    size_t *items; // of the warm-up of each steady one, in a growing array
    size_t room;
    size_t steady, never; // the rest is too short to tell
    size_t shortest;      // values in an execution
};

struct warmup_ends warmup_ends_begin(struct arena *arena);

// Searches an execution by warmup_detect().
void warmup_ends_add(struct warmup_ends *ends, const double *values, size_t count,
                     double resolution);

// Over the variants of a cell. Start with warmup_choice_begin().
struct warmup_choice {
    size_t longest;  // median end of a variant
    size_t shortest; // values in an execution
    bool unsteady;   // most executions of some variant never become steady
};

struct warmup_choice warmup_choice_begin(void);

// Sorts the ends.
void warmup_choice_add(struct warmup_choice *choice, struct warmup_ends *ends);

// What counts of the pilot's executions: `wanted` iterations after the longest median, which is at
// most what the shortest execution can spare.
//
// Where executions are unsteady, unless the number of iterations of the real experiment is fixed,
// it is one iteration, the same of every execution: the first after WARMUP_MOST, or the last of an
// execution. Iterations that are steady but not independent all count: the interval rests on means
// of the top level and stays valid, and their covariance adds to the T² of the levels above.
struct slice warmup_choice_slice(const struct warmup_choice *choice, size_t wanted,
                                 bool iterations_fixed);

// Sorts where executions become steady; returns the median, the longer of the middle two; 0 of
// none.
size_t warmup_median(size_t *ends, size_t count);
