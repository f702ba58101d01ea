// A bisection: measures commits of a history until the search ends, each measurement a campaign.
#pragma once

#include "campaign/bisection/journal.h"
#include "campaign/campaign.h"
#include "git/ancestry.h"

struct bisection_measurement {
    size_t commit, blocks;
    struct journal_result result;
};

// The caller sets the first group, and zeroes the rest. What outlives a measurement lives in the
// arena.
struct bisection {
    struct arena *arena;
    const char *folder;      // free, or with `numbered` the first free one is taken; or, if
    bool resumed, numbered;  // resumed, the one to continue
    double more_s;           // resumed: its budget ends so much later than now; 0: as it was
    bool budget_given;       // ends the first measurement, too
    const struct spec *spec; // its first two variants are the ends of the history
    size_t cell;             // of the spec
    struct history history;
    struct journal_request request;
    struct text_list built; // abbreviated ids of commits whose builds are kept

    struct search search;
    struct search_plan end; // why it ended; SEARCH_MEASURES: it was interrupted
    struct bisection_measurement *measurements;
    size_t count;
    struct text_list inputs; // sentences on those of measured commits that differ from GOOD's
    const char *metric;      // the first of the experiment; NULL: nothing was measured
};

// Measures until the search ends. What was measured is in the folder, also after an error; a
// commit that cannot be built or run is none. EXIT_FAILED: an end of the history cannot.
NODISCARD bool bisection_run(const struct run_options *run_options, struct bisection *bisection,
                             struct error *error);
