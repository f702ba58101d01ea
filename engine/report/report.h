// Findings as people and programs read them. Writing to a stream does not fail here: the caller
// looks at ferror() or file_commit().
#pragma once

#include "analysis/findings.h"
#include "base/files/folder.h"

#include <stdio.h>

// For ten seconds of reading; lines keep within `columns` (at least 40).
void report_text(const struct findings *findings, FILE *out, size_t columns, bool colour);

// GitHub's dialect; also the campaign's report.md.
void report_markdown(const struct findings *findings, FILE *out);

// An object: facts of the experiment, and arrays of objects: `claims`, `estimates`, `ratios`,
// `variances`, `dimensioning`, `evidence`, `autocorrelations` and `profiles` with the CSV files'
// field names, `failures`, `verdicts` (the evidence in words), `canary_levels` and `events`. Limits
// that do not exist are null. What the file derives is in `derived` and, in words, `derived_words`.
NODISCARD bool report_json(const struct findings *findings, FILE *out, struct error *error);

// All CSV files of a campaign into csv/ of its folder, which is made; each is whole or as it was
// before.
// samples.csv, builds.csv, executions.csv and disturbances.csv are left alone if they
// are newer than the store and written since the machine was started.
NODISCARD bool report_csv(struct store *store, const struct findings *findings,
                          const struct folder *campaign, struct error *error);
