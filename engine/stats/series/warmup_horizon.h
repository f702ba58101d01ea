// How many iterations a pilot's executions need, so that they show where the warm-up ends.
// docs/method.md, "Horizon of the pilot".
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { HORIZON_MOST = 10000 }; // iterations of a probe

// For no longer does a probe run, or an execution of the pilot make more iterations than it needs.
static const double HORIZON_S = 1;

// A search over longer and longer executions, the probes, of which nothing else is used.
struct warmup_horizon {
    size_t planned;    // iterations of a pilot's execution without a longer warm-up
    size_t next;       // iterations of the next probe; 0: the search is over
    size_t probed;     // iterations of the last probe; 0: too few to tell
    size_t iterations; // that a pilot's execution needs: at least `planned`
    size_t late;       // probes that changed level too late for `planned`
    bool unsettled;    // two probes, the last as long as possible, changed in their second half
};

// The first probe takes a quarter of the iterations that all `executions` of the pilot take, but at
// least two executions' worth.
struct warmup_horizon warmup_horizon_begin(size_t planned, size_t executions);

// Takes the values of a probe; fewer than `next` if its time was over. A change of level that
// `planned` iterations would not show must be seen twice: one may be a disturbance. As long as a
// probe does not become steady in its first half, the next has twice the iterations.
void warmup_horizon_probe(struct warmup_horizon *horizon, const double *values, size_t count,
                          double resolution);
