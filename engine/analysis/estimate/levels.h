// The levels of repetition of a series, and the slice of its values that counts (docs/method.md,
// "Levels").
#pragma once

#include "model/level.h"
#include "stats/variance.h"
#include "store/results/samples.h"

// A part of an execution's values: from `first` (counted from 0) on, at most `count` (0: all).
struct slice {
    size_t first, count;
};

// The part of `piece` that is in the slice; may be empty.
struct sample_piece slice_piece(const struct slice *slice, const struct sample_piece *piece);

// The slice of one series. It is everything, except for a pilot with several values in an
// execution: its stored values include the warm-up.
struct slice slice_of_series(const struct slice *pilot, const struct series_entry *series);

// Writes the levels of a series, from the bottom, into `levels` and returns their number, at least
// 1. Iterations are a level if an execution has several values, machines if there are several.
int levels_of_series(const struct stored_cell *cell, const struct series_entry *series,
                     const struct slice *slice, enum level levels[LEVELS_MAX]);

// The label of the unit at a level that contains a piece; for iterations, that of the execution.
size_t unit_of_piece(enum level level, const struct sample_piece *piece);

// The labels of the units that contain a piece, from the second of the `count` levels up.
void units_of_piece(const enum level levels[LEVELS_MAX], int count,
                    const struct sample_piece *piece, size_t unit[LEVELS_MAX]);

// Adds a piece to the sums of its levels.
void levels_add(struct variance *variance, const enum level levels[LEVELS_MAX],
                const struct sample_piece *piece);
