// How long a pilot goes on whose number of blocks the file leaves open (docs/method.md, "Pilot").
#pragma once

#include "base/log.h"
#include "plan/plan.h"
#include "store/store.h"

// A pilot's share of the budget.
static const double PILOT_BUDGET_SHARE = 0.25;

// Whether a pilot of so many blocks ends: because PILOT_TOP_LEAST more would take it beyond ten
// minutes, or beyond a quarter of the budget if that is less; or, where it sizes ratios, because it
// has PILOT_TOP_SHORT blocks and all PILOT_TOP would take more than three seconds. `block_s`: the
// time of one block of every cell; a budget of 0 is none.
bool pilot_ends(size_t blocks, bool of_ratios, double block_s, double budget_s);

// The top units of a real experiment at least, after a pilot that ended with so many blocks; 0: it
// did not end early. One that sizes ratios makes up for what PILOT_TOP_SHORT lack of PILOT_TOP.
size_t real_least_after(size_t blocks, bool of_ratios);

// A pilot between two pieces of PILOT_TOP_LEAST blocks of each cell, of which the next is not
// begun.
struct pilot_progress {
    struct store *store;
    const struct spec *spec;
    const struct log *log;
    double budget_s;         // of the whole campaign; 0: none
    size_t round;            // blocks of each cell that are done
    const char *name_before; // before a note about it: "NAME: ", or "" if it is the only one
};

// Ends the pilot by pilot_ends(), with a note, and an event in place of that of its planned length:
// `repetitions` and the stored plan lose the blocks that are left.
NODISCARD bool pilot_end_early(const struct pilot_progress *pilot, struct repetitions *repetitions,
                               struct error *error);
