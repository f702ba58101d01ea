// What all forms of a comparison share. Writing to a stream does not fail in them: the caller
// checks ferror() or file_commit().
#pragma once

#include "analysis/compare/comparison.h"
#include "model/better.h"

#include <stdio.h>

// What is printed around a comparison. Strings may be NULL.
struct comparison_frame {
    const char *title;  // "main (1a2b3c4) against WORKTREE"
    const char *folder; // where the campaign is kept
    const char *seed;
    const struct text_list *notes; // sentences that a reader must not miss
    bool quick;
};
