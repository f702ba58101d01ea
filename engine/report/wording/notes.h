// Notes: facts that a reader needs beside the numbers.
#pragma once

#include "analysis/findings.h"
#include "model/level.h"
#include "model/verdict.h"

// Of fewer top units intervals are wide and not robust, and nothing else is said of them.
enum { FEW_UNITS = 5 };

// Notes on the cell `index`: failures, layouts, few or unequal units, a missed precision.
struct text_list cell_notes(struct arena *arena, const struct findings *findings, size_t index);

// The events of a kind (NULL: of all but those of campaign_warnings()), a line each; those that
// differ only in the benchmark and the variant that they name share one: "not randomized: O2, O3
// and 4 more: …".
struct text_list event_lines(struct arena *arena, const struct findings *findings,
                             const char *kind);

#define QUICK_NOTE "QUICK RUN: few repetitions, for a first look; not a result to publish"

// What tells how far the results may be trusted at all: identical code, quick run, unfinished,
// ended by a deadline.
struct text_list campaign_warnings(struct arena *arena, const struct findings *findings);

// What must be known about the whole experiment: the warnings, one iteration, events, canary.
struct text_list campaign_notes(struct arena *arena, const struct findings *findings);

// "95 % intervals over the top level; means are of this campaign · seed 42"; without a seed its
// first half.
const char *headline(struct arena *arena, const struct findings *findings);
