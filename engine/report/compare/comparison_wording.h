// Sentences and table cells that all output formats of a comparison share; results live in the
// arena.
#pragma once

#include "analysis/compare/comparison.h"
#include "report/compare/comparison.h"

// Whether one side or both have no sample.
bool is_missing(const struct comparison *comparison);

// Whether both sides are identical code: there is nothing to measure.
bool is_identical(const struct comparison *comparison);

// Whether both sides have samples.
bool has_estimates(const struct comparison *comparison);

bool has_time(const struct comparison *comparison);

// Whether the metric is a time of which less is better.
bool reads_faster(const struct comparison *comparison);

// Whether the comparison has a verdict and a row in the first table; the baseline against itself
// has not.
bool is_verdict(const struct comparison *comparison);

// Whether there is more than one pair of sides.
bool has_several_sides(const struct comparison_set *comparison_set);

bool same_sides(const struct comparison *a, const struct comparison *b);

// Whether this comparison is the first of its pair of sides, among the verdicts or among the
// metrics without a verdict.
bool begins_sides(const struct comparison_set *comparison_set, size_t index);

// "slower", "faster"; for metrics other than time "worse", "better", or "higher", "lower" if the
// better direction is unknown; "equal", "inconclusive", "identical", "missing".
const char *outcome_word(const struct comparison *comparison);

// The same for people, with the margin: "equal within ±1 %".
const char *named_verdict(struct arena *arena, const struct comparison *comparison);

// "time", "rate" or the metric's name.
const char *subject_word(const struct comparison *comparison);

// "12.34 → 12.72 ms"; "" if a side is missing.
const char *means_wording(struct arena *arena, const struct comparison *comparison);

// "2 of 30"; "" if the sides are not paired.
const char *wins_wording(struct arena *arena, const struct comparison *comparison);

// The heading of the wins: "layouts won", or "executions won" if blocks are executions.
const char *wins_header(struct arena *arena, const struct comparison *comparison);

// Why there is no ratio: "unfinished: 41 of 150 blocks", "no result of SIDE", or a mean that is not
// above 0; else NULL.
const char *gap_wording(struct arena *arena, const struct comparison *comparison);

// The interval of an inconclusive comparison of the set, what it would have detected, and what
// would decide it: "between 0.9 % faster and 0.8 % slower; would have detected 1.4 % in 9 of 10
// campaigns like this; to decide: about 14 more builds, 6 min"; else NULL.
const char *remedy_wording(struct arena *arena, const struct comparison_set *comparison_set,
                           const struct comparison_frame *frame,
                           const struct comparison *comparison);
