// The report of a campaign, or of samples that others measured, as a document.
#pragma once

#include "analysis/findings.h"
#include "report/model/document.h"
#include "report/model/record.h"

// Where the campaign and its report are, for commands that can be pasted.
struct report_place {
    const char *source; // the campaign's folder, or the samples' file; NULL: no command is named
    const char *folder; // that has the pictures, or NULL
    const char *page;   // report.html, or NULL
    bool quiet;         // only notes that may bias the answer
};

// Sections of rank RANK_FIRST hold the question's answer, of RANK_NOTES all else that words say.
struct document *campaign_document(struct arena *arena, const struct findings *findings,
                                   const struct report_place *place);

// For programs: facts of the experiment, and lists of records: `claims`, `estimates`, `ratios`,
// `variances`, `dimensioning`, `diagnostics`, `autocorrelations` and `profiles` with the CSV files'
// field names, `failures`, `verdicts` (diagnostics in words), `canary_levels` and `events`. Limits
// that do not exist are absent. `derived` has the derived quantities, `derived_words` the sentences
// about them.
struct record *campaign_record(struct arena *arena, const struct findings *findings);
