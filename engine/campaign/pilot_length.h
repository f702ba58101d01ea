// How long a pilot goes on whose number of blocks the file leaves open (docs/method.md, "Pilot").
#pragma once

#include "base/log.h"
#include "plan/plan.h"
#include "store/store.h"

// A pilot between two pieces of PILOT_TOP_LEAST blocks of each cell, of which the next is not
// begun.
struct pilot_progress {
    struct store *store;
    const struct spec *spec;
    const struct log *log;
    double budget_s; // of the whole campaign; 0: none
    size_t round;    // blocks of each cell that are done
};

// Ends the pilot, with a note and an event, if its next piece would take it beyond five minutes, or
// beyond a quarter of the budget if that is less: `repetitions` and the stored plan lose the blocks
// that are left.
NODISCARD bool pilot_end_if_dear(const struct pilot_progress *pilot,
                                 struct repetitions *repetitions, struct error *error);
