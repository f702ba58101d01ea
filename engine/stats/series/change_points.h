// Change points in mean or variance of a series: PELT [Killick, Fearnhead, Eckley 2012].
// docs/method.md, "Warm-up detection".
#pragma once

#include <stddef.h>

struct change_rules {
    double penalty;        // of each change
    size_t least;          // values in a segment, at least 2
    double variance_floor; // of a segment, > 0: the clock's resolution²/12 and more
};

// The segmentation with the least Σ n_s(ln 2πv_s + σ̂_s²/v_s) + penalty·changes, v = max(σ̂²,
// floor): the normal cost of mean and variance, with a variance of at least the floor. With this
// floor, splitting a segment never costs more, which allows PELT to prune candidates. Writes the
// first index of each segment but the first, ascending, into `changes` (room for count / least) and
// returns their number. Quadratic in `count` at worst; with long segments a 128th of that (10^5
// values in one segment: a second). It allocates 60 bytes a value while it runs.
size_t change_points(const double *values, size_t count, const struct change_rules *rules,
                     size_t *changes);
