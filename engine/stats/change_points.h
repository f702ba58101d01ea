// Where mean or variance of a series changes: PELT (Killick, Fearnhead, Eckley, JASA 107 (2012)).
#pragma once

#include <stddef.h>

struct change_rules {
    double penalty;        // of each change; METHOD: 15·ln n
    size_t least;          // values in a segment, at least 2
    double variance_floor; // of a segment, > 0: the clock's resolution²/12 and more
};

// The segmentation with the least Σ n_s(ln 2π + ln max(σ̂_s², floor) + 1) + penalty·changes, the
// normal cost of mean and variance. Writes where segments begin (without the first) in ascending
// order into `changes`, which has room for count / least, and returns their number. Quadratic in
// `count` at worst; scratch memory is its own.
size_t change_points(const double *values, size_t count, const struct change_rules *rules,
                     size_t *changes);
