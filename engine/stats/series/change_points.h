// Where mean or variance of a series changes: PELT (Killick, Fearnhead, Eckley, JASA 107 (2012)).
#pragma once

#include <stddef.h>

struct change_rules {
    double penalty;        // of each change; METHOD: 15·ln n
    size_t least;          // values in a segment, at least 2
    double variance_floor; // of a segment, > 0: the clock's resolution²/12 and more
};

// The segmentation with the least Σ n_s(ln 2πv_s + σ̂_s²/v_s) + penalty·changes, v = max(σ̂², floor):
// the normal cost of mean and variance, of a variance that is not below the floor. Splitting a
// segment then never costs more, on which all leaving out of candidates rests. Writes where
// segments begin (without the first) in ascending order into `changes`, which has room for count /
// least, and returns their number. Quadratic in `count` at worst; of long segments a 128th of that
// (10^5 values of one: a second). Scratch memory, 60 bytes a value, is its own.
size_t change_points(const double *values, size_t count, const struct change_rules *rules,
                     size_t *changes);
