// Sentences and cells that the forms of a comparison share; results live in the arena.
#pragma once

#include "analysis/compare/comparison.h"

// No sample of one side or both.
bool is_missing(const struct comparison *comparison);

bool has_time(const struct comparison *comparison);

// A time, of which less is better.
bool reads_faster(const struct comparison *comparison);

// Whether it has a verdict, in the first table: not the baseline against itself.
bool is_verdict(const struct comparison *comparison);

// More than one pair of sides.
bool has_several_sides(const struct comparison_set *comparison_set);

bool same_sides(const struct comparison *a, const struct comparison *b);

// Whether this comparison is the first of its sides' verdicts, or of their metrics without one.
bool begins_sides(const struct comparison_set *comparison_set, size_t index);

// "slower", "faster"; where the metric is no time "worse", "better", or "higher", "lower" if nobody
// knows which is better; "equal", "inconclusive", "missing".
const char *outcome_word(const struct comparison *comparison);

// "time" or the metric's name.
const char *subject_word(struct arena *arena, const struct comparison *comparison);

// "12.34 → 12.72 ms"; "" if a side is missing.
const char *means_wording(struct arena *arena, const struct comparison *comparison);

// "2 of 30"; "" if the sides are not paired.
const char *wins_wording(struct arena *arena, const struct comparison *comparison);

// What wins count: "layouts won", of executions "executions won".
const char *wins_header(struct arena *arena, const struct comparison *comparison);

// Why there is no ratio: "unfinished: 41 of 150 blocks", "no result of SIDE", or a mean that is not
// above 0; else NULL.
const char *gap_wording(struct arena *arena, const struct comparison *comparison);

// "to decide: about 14 more builds, 6 min" and its like, of an inconclusive one; else NULL.
const char *remedy_wording(struct arena *arena, const struct comparison *comparison);
