// Verdicts and ratios in words; results live in the arena.
#pragma once

#include "analysis/findings.h"
#include "model/level.h"
#include "model/verdict.h"

bool is_time(const struct stored_metric *metric);

// Faster if what the verdict says is better, slower if worse, inconclusive if nobody knows.
enum verdict verdict_tone(const struct stored_metric *metric, enum verdict verdict);

// Of a time "faster" or "slower"; of another metric "better" or "worse", "lower" or "higher" where
// it is not known which is better; "inconclusive".
const char *verdict_word(const struct stored_metric *metric, enum verdict verdict);

// "yes", "no_upper", "undetermined", "none", as ratios.csv has it.
const char *bound_word(enum ratio_bound bound);

// "O3 takes 0.93 of O2's time [0.92, 0.95], 1.07× faster (95 % interval over 30 builds)", or "O3
// has 0.93 of O2's memory [0.92, 0.95], lower (95 % interval over 30 builds)".
const char *variant_ratio_wording(struct arena *arena, const struct findings *findings,
                                  const struct variant_ratio *variant_ratio);

// "0.93 [0.92, 0.95], 1.07× faster", of a comparison with a verdict.
const char *difference_wording(struct arena *arena, const struct findings *findings,
                               const struct variant_ratio *variant_ratio);
