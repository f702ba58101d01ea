// Which levels of repetition a series of samples has, and which of its values count.
#pragma once

#include "model/level.h"
#include "stats/variance.h"
#include "store/results/samples.h"

// A part of an execution's values: from `first` (counted from 0) on, at most `count` (0: all).
struct slice {
    size_t first, count;
};

// What of `piece` is in the slice; may be empty.
struct sample_piece slice_piece(const struct slice *slice, const struct sample_piece *piece);

// The slice of one series: a pilot's warm-up is in the stored values, but only where the harness
// iterates and an execution has several values.
struct slice slice_of_series(const struct slice *pilot, const struct series_entry *series);

// The levels of a series from the bottom into `levels`; their number, at least 1. Iterations are a
// level where an execution has several values, machines where there are several.
int levels_of_series(const struct stored_cell *cell, const struct series_entry *series,
                     const struct slice *slice, enum level levels[LEVELS_MAX]);

// Labels of the units around a piece, from the second of the `count` levels up.
void units_of_piece(const enum level levels[LEVELS_MAX], int count,
                    const struct sample_piece *piece, size_t unit[LEVELS_MAX]);

// Adds a piece to the sums of its levels.
void levels_add(struct variance *variance, const enum level levels[LEVELS_MAX],
                const struct sample_piece *piece);
