// Numbers and sentences that text and Markdown share; all results live in the arena.
#pragma once

#include "analysis/findings.h"
#include "base/text.h"
#include "model/level.h"
#include "model/verdict.h"

// A name as Markdown shows it literally, in a table too.
const char *markdown_literal(struct arena *arena, const char *name);

// "benchmark · n=1000, size=64".
const char *cell_name(struct arena *arena, const struct findings *findings, size_t cell);

// "12.34 ± 0.05 ms", of another summary than the mean "12.34 [12.30, 12.41] ms", "none" if it is
// not defined; seconds are scaled, digits follow the half-width.
const char *value_wording(struct arena *arena, const struct findings *findings,
                          const struct estimate *estimate);

// "trimmed mean", "percentile 95".
const char *summary_wording(struct arena *arena, const struct estimate *estimate);

// "mean", "median"; "value" where benchmarks differ.
const char *common_summary(struct arena *arena, const struct findings *findings);

// What value_wording() gives: "mean ± 95 %", "median [95 %]".
const char *value_header(struct arena *arena, const struct findings *findings,
                         const struct estimate *estimate);

// What stands beside it: median and minimum; the mean in place of the one that is reported already.
struct side_column {
    const char *name;
    double value;
};
struct side_column side_column(const struct estimate *estimate, size_t index);

// What summaries of the cell `index` leave to say: few top units or samples, what is not defined.
void note_summaries(struct arena *arena, const struct findings *findings, size_t index,
                    struct text_list *notes);

// How they came about, once for a campaign; nothing if all are means.
void note_bootstrap(struct arena *arena, const struct findings *findings, struct text_list *notes);

// Clocks whose cost is worth a word, once for a campaign.
void note_clocks(struct arena *arena, const struct findings *findings, struct text_list *notes);

// "12.3 ms", scaled as the mean of `estimate` is.
const char *quantity_wording(struct arena *arena, const struct findings *findings,
                             const struct estimate *estimate, double value);

// The level whose units the interval rests on.
enum level top_level(const struct estimate *estimate);

// Whether the results of a cell are those of its pilot.
bool shows_pilot(const struct findings *findings);

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

// "iteration 12 %, execution 30 %, build 58 %"; NULL if no level varies.
const char *shares_wording(struct arena *arena, const struct estimate *estimate);

// "30 builds × 1 to 3 executions × 10 iterations" as measured.
const char *repetitions_wording(struct arena *arena, const struct estimate *estimate);

// How the counts of the cell `index` were chosen, closed form beside used; NULL if it was not
// dimensioned.
const char *choice_wording(struct arena *arena, const struct findings *findings, size_t index);

// "failed (exit 9)" of a variant of which the cell has no estimate for that reason, else NULL.
const char *failed_wording(struct arena *arena, const struct findings *findings, size_t cell,
                           size_t variant);

// "nothing was measured: …" of a cell without any estimate, else NULL.
const char *nothing_wording(struct arena *arena, const struct findings *findings, size_t cell);

// Of a cell of which something is missing both of the above in one line, else NULL.
const char *missing_wording(struct arena *arena, const struct findings *findings, size_t cell);

// "2 of 12 executions failed for good and were dropped (O3: exit 2 ×2)", or NULL.
const char *failures_wording(struct arena *arena, const struct findings *findings, size_t cell);

// What must be known about the cell `index` besides its numbers: failures, layouts, few or unequal
// units, a precision that was missed.
struct text_list cell_notes(struct arena *arena, const struct findings *findings, size_t index);

// Equal but for numbers: "±1.5 %" and "±12 %" are of a kind, names like "O2" and "O3" are not.
bool of_a_kind(const char *a, const char *b);

#define QUICK_NOTE "QUICK RUN: few repetitions, for a first look; not a result to publish"

// About the whole experiment: quick, pilot only, one iteration, what was not randomized.
struct text_list campaign_notes(struct arena *arena, const struct findings *findings);

// "95 % intervals over the top level · seed 42"; without a seed its first half.
const char *headline(struct arena *arena, const struct findings *findings);

// Above this, only the cells that differ are shown: see overview.h.
enum { CELLS_SHOWN_WHOLE = 20 };
