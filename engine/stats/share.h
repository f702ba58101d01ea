// The interval of a level's share of the variance, by a jackknife over the top units.
// docs/method.md, "Interval of a variance share".
#pragma once

#include "model/level.h"
#include "stats/interval.h"

// What one top unit adds to the sums of the levels below the top.
struct share_unit {
    double mean;
    double squares[LEVELS_MAX]; // of the deviations at each level within the unit
    size_t freedom[LEVELS_MAX];
};

// The top unit that just ended, for a struct variance's `top_unit`: what its sums have grown by
// since `so_far`, which follows and starts from zeros.
struct share_unit share_unit_of(const struct variance *variance, double mean,
                                struct share_unit *so_far);

// The interval of the share of a known level. With V = Σ T_j² over known levels, r known and k what
// S_i² contains from below, T_i²/V lies between -k/V and 1/(1 - 1/r_i) (at the top 1). The
// logarithm of its odds between these bounds is nearly normal: it is jackknifed over top units
// [Tukey 1958], with Student's t corrected for skewness [Hall 1992] and fewer, if neighbours are
// alike, units in place of all. Each limit is computed with one more pseudo-value far out on its
// side, for an extreme unit that was not seen [Chen, Variyath, Abraham 2008]. The limits are kept
// within 0 and 1. Where the level below was not repeated, its variance counts in this one, and
// `low` is 0. The interval is not known with fewer than three top units, or if nothing varies. A
// level alone has the share 1.
struct interval share_interval(const struct components *components, int level,
                               const struct share_unit *units, size_t count, double confidence);
