// Notes on a cell and on a campaign.
#pragma once

#include "analysis/findings.h"
#include "report/model/notes.h"

// Of fewer top units intervals are wide and not robust, and nothing else is said of them.
enum { FEW_UNITS = 5 };

#define QUICK_WORDS "few repetitions, for a first look; not a result to publish"
#define QUICK_NOTE "QUICK RUN: " QUICK_WORDS

// Adds the notes on the cell `index`: failures, layouts, few or unequal units, diagnostics, a
// missed precision.
void cell_notes(struct notes *notes, const struct findings *findings, size_t index);

// Adds what concerns the whole experiment: inputs, events, clocks, the canary.
void campaign_notes(struct notes *notes, const struct findings *findings);

// The events of a kind, a line each; those that differ only in the benchmark and the variant that
// they name share one: "not randomized: O2, O3 and 4 more: …".
struct text_list event_lines(struct arena *arena, const struct findings *findings,
                             const char *kind);

// "95 % intervals, those of ratios simultaneous".
const char *intervals_wording(struct arena *arena, const struct findings *findings);
