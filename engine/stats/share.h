// How sure a level's share of the variance is: a jackknife over the top units.
#pragma once

#include "model/level.h"
#include "stats/interval.h"

// What one top unit adds to the sums of the levels below the top.
struct share_unit {
    double mean;
    double squares[LEVELS_MAX]; // of the deviations at each level within the unit
    size_t freedom[LEVELS_MAX];
};

// The interval of the share of a level that is known. With V = Σ T_j² and r below, both over known
// levels, S_i²·(1 - 1/r_i) (at the top S_n²) is a part A of V; log(A/(V - A)) is free of bounds and
// nearly normal: its standard error is the jackknife's over top units (Tukey 1958; Miller 1974,
// Biometrika 61), with Student's t of n - 1. What of S_i² comes from below is taken off in
// proportion, and the limits are kept within 0 and 1. A level that was not repeated below counts in
// this one, so its own share is only known from above: then low is 0. Not known with fewer than
// three top units, or if nothing varies; one level alone has all.
struct interval share_interval(const struct components *components, int level,
                               const struct share_unit *units, size_t count, double confidence);
