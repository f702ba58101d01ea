// How a campaign ended: with all its blocks, by its deadline, or not yet.
#pragma once

#include "analysis/estimate/cells.h"

// Results are judged once, at an end that no result chose: after the last planned block, or at a
// deadline that was set before the first. Imported samples have no plan and always count as ended.
struct completeness {
    size_t blocks, planned; // of the real experiment: complete, and all; planned 0: no plan yet
    bool unfinished;        // the end is still to come: neither ratios nor verdicts
    bool failed;            // unfinished, because an error ended it
    bool out_of_time;       // unfinished, because a deadline ended it: in its pilot, or resumed
    bool at_deadline;       // blocks are missing, but a deadline set beforehand ended it
};

// Cells are those of cells_load(). A campaign that was resumed after its deadline is unfinished
// again, and no later deadline ends it: its results have been seen.
NODISCARD bool completeness_load(struct store *store, const struct catalogue *catalogue,
                                 const struct cell_findings *cells,
                                 struct completeness *completeness, struct error *error);

// "unfinished: 41 of 150 blocks", "unfinished: the real experiment has not begun", "ended by its
// deadline after 41 of 150 blocks"; NULL: it has all its blocks.
const char *completeness_wording(struct arena *arena, const struct completeness *completeness);

// What an unfinished campaign lacks, for a sentence of its own.
#define UNFINISHED_REASON "ratios and verdicts follow when it has ended"
// "unfinished: 41 of 150 blocks; ratios and verdicts follow when it has ended".
const char *unfinished_wording(struct arena *arena, const struct completeness *completeness);
