// The frame that all output formats of a comparison share. They do not report write errors: the
// caller checks ferror() or file_commit().
#pragma once

#include "analysis/compare/comparison.h"
#include "model/better.h"
#include "report/model/notes.h"

#include <stdio.h>

// What would decide an inconclusive verdict: "about 45 more builds, if the change is as measured,
// 6 min; or --equivalence 2% (they are equal within that)"; NULL: nothing that the data support.
struct way_on {
    const char *words;
    double budget_s; // of a continuation in which all cells get as many blocks; 0: none would do
};

// The text around a comparison. Strings may be NULL.
struct comparison_frame {
    const char *title;  // "main (1a2b3c4) against WORKTREE"
    const char *folder; // where the campaign is kept
    const char *seed;
    const struct text_list *notes; // sentences that a reader must not miss
    bool quick;
    // By comparison of the set; NULL: none.
    const struct notes *reservations; // report/compare/reservations.h
    const struct way_on *ways_on;     // report/compare/way_on.h
};
