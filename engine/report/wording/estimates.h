// Names of cells, and estimates in words; all results live in the arena.
#pragma once

#include "analysis/findings.h"
#include "model/level.h"
#include "model/verdict.h"

// "benchmark · n=1000, size=64".
const char *cell_name(struct arena *arena, const struct findings *findings, size_t cell);

// "12.34 ± 0.05 ms"; for other summary statistics than the mean "12.34 [12.30, 12.41] ms", "none"
// where undefined. Seconds are scaled, digits follow the half-width.
const char *value_wording(struct arena *arena, const struct findings *findings,
                          const struct estimate *estimate);

// "12.3 ms", scaled as the mean of `estimate` is.
const char *quantity_wording(struct arena *arena, const struct findings *findings,
                             const struct estimate *estimate, double value);

// The level whose units the interval rests on.
enum level top_level(const struct estimate *estimate);

// Whether the results of a cell are those of its pilot.
bool shows_pilot(const struct findings *findings);

// A report of more cells has no part for each; from CELLS_OF_SWEEP on it has a row for each.
enum { CELLS_OF_SWEEP = 3, CELLS_SHOWN_WHOLE = 20 };

// The file with the numbers of all cells: "csv/ratios.csv", or "--json" for samples without a
// campaign.
const char *full_table(const struct findings *findings, const char *file);
