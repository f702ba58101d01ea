// Verdicts and ratios in words; results live in the arena.
#pragma once

#include "analysis/findings.h"
#include "model/level.h"
#include "model/verdict.h"

// Whether the metric's unit is one of time.
bool is_time(const struct stored_metric *metric);

// A metric's name for people. Samples of a unit that is no time are "rate" or "value": the name
// wall_time, which they have in files, would mislead.
const char *metric_label(const char *name, const char *unit);

// VERDICT_FASTER if the change is for the better, VERDICT_SLOWER if for the worse; inconclusive
// where the metric has no known direction.
enum verdict verdict_tone(const struct stored_metric *metric, enum verdict verdict);

// "faster" or "slower" for times; for other metrics "better" or "worse", or "lower" or "higher"
// without a known direction; "inconclusive".
const char *verdict_word(const struct stored_metric *metric, enum verdict verdict);

// "yes", "no_upper", "undetermined", "none", as ratios.csv has it.
const char *bound_word(enum ratio_bound bound);

// Whether the interval holds together with others.
bool is_simultaneous(const struct findings *findings, const struct variant_ratio *variant_ratio);

// The same in capitals, which leads a sentence: "FASTER".
const char *verdict_lead(struct arena *arena, const struct stored_metric *metric,
                         enum verdict verdict);

// "O3 takes 0.93 of O2's time [0.92, 0.95]: 1.07× faster", or "O3 has 0.93 of O2's memory [0.92,
// 0.95]"; it follows the verdict's word.
const char *variant_ratio_wording(struct arena *arena, const struct findings *findings,
                                  const struct variant_ratio *variant_ratio);

// "0.93 [0.92, 0.95], 1.07× faster", of a comparison with a verdict.
const char *difference_wording(struct arena *arena, const struct findings *findings,
                               const struct variant_ratio *variant_ratio);
