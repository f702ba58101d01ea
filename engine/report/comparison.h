// A comparison of sides as people, CI services and programs read it. Writing to a stream does not
// fail here: the caller looks at ferror() or file_commit().
#pragma once

#include "analysis/compare/comparison.h"
#include "model/better.h"

#include <stdio.h>

// What stands around a judgement. Strings may be NULL.
struct comparison_frame {
    const char *title;  // "main (1a2b3c4) against WORKTREE"
    const char *folder; // where the campaign is kept
    const char *seed;
    const struct text_list *notes; // sentences that a reader must not miss
    bool quick;
};

// For three seconds of reading; lines keep within `columns` (at least 40), but for one long word.
void comparison_text(const struct comparison_set *comparison_set,
                     const struct comparison_frame *frame, FILE *out, size_t columns, bool colour);

// GitHub's dialect: a step summary or a comment.
void comparison_markdown(const struct comparison_set *comparison_set,
                         const struct comparison_frame *frame, FILE *out);

NODISCARD bool comparison_json(const struct comparison_set *comparison_set,
                               const struct comparison_frame *frame, FILE *out,
                               struct error *error);

// JUnit XML: a test case per judged contrast; slower is a failure, a missing side an error,
// inconclusive is skipped.
void comparison_junit(const struct comparison_set *comparison_set,
                      const struct comparison_frame *frame, FILE *out);

// Bencher Metric Format: of the last side that has results, per benchmark and metric, value and
// limits. Times are in nanoseconds, the judged one is called latency; a judged rate throughput.
NODISCARD bool comparison_bmf(const struct comparison_set *comparison_set, FILE *out,
                              struct error *error);

// What github-action-benchmark calls customSmallerIsBetter, or customBiggerIsBetter (`better` is
// BETTER_MORE): of the last side that has results, what is judged and all metrics of this
// direction.
NODISCARD bool comparison_github(const struct comparison_set *comparison_set, enum better better,
                                 FILE *out, struct error *error);
