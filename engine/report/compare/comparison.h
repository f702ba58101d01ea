// The frame that all output formats of a comparison share. They do not report write errors: the
// caller checks ferror() or file_commit().
#pragma once

#include "analysis/compare/comparison.h"
#include "model/better.h"
#include "report/model/notes.h"

#include <stdio.h>

// The text around a comparison. Strings may be NULL.
struct comparison_frame {
    const char *title;  // "main (1a2b3c4) against WORKTREE"
    const char *folder; // where the campaign is kept
    const char *seed;
    const struct text_list *notes; // sentences that a reader must not miss
    bool quick;
    // By comparison of the set; NULL: none.
    const struct notes *reservations; // report/compare/reservations.h
    const char *const *ways_on;       // report/compare/way_on.h
};
