// The summary statistic of an estimate in words, and its warnings.
#pragma once

#include "analysis/findings.h"
#include "model/level.h"
#include "model/verdict.h"
#include "report/model/notes.h"

// "trimmed mean", "percentile 95".
const char *summary_wording(struct arena *arena, const struct estimate *estimate);

// "mean", "median"; "value" where benchmarks differ.
const char *common_summary(struct arena *arena, const struct findings *findings);

// The heading above value_wording(): "mean ± 95 %", "median [95 %]".
const char *value_header(struct arena *arena, const struct findings *findings,
                         const struct estimate *estimate);

// The two columns beside the value, `index` 0 or 1: median and minimum. If one of these is the
// value, the mean takes its column.
struct side_column {
    const char *name;
    double value;
};
struct side_column side_column(const struct estimate *estimate, size_t index);

// Warnings about the summary statistics of the cell `index`: undefined ones, few units or samples.
void note_summaries(struct notes *notes, const struct findings *findings, size_t index);

// Adds the method of the bootstrap intervals, once for a campaign; adds nothing if all summary
// statistics are means.
void note_bootstrap(struct notes *notes, const struct findings *findings);
