// Reservations: what a reader must know before trusting a verdict (docs/compare.md,
// "Reservations").
#pragma once

#include "analysis/compare/comparison.h"
#include "analysis/findings.h"
#include "report/model/notes.h"

// What a comparison was made of.
struct comparison_sources {
    const struct findings *old, *new; // the same for one campaign; with diagnostics
    struct text_list files;           // differ between the sides, a sentence each
    struct text_list differences;     // of two campaigns, a sentence each
    bool began;                       // `compare` began the campaign: it can go on
};

// Whether one may bias the verdict.
bool has_grave(const struct notes *notes);
bool has_kind(const struct notes *notes, enum note_kind kind);

// Those of each comparison of the set, in its order; none of comparisons without a verdict because
// the campaign is unfinished.
const struct notes *reservations_of(struct arena *arena,
                                    const struct comparison_set *comparison_set,
                                    const struct comparison_sources *sources);
