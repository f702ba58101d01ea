// A campaign: pilot, dimensioning, real experiment, in one folder.
#pragma once

#include "base/log.h"
#include "spec/spec.h"

#include <signal.h>

struct campaign_request {
    const struct spec *spec;
    const char *folder;  // must not hold a campaign yet, and is made if missing; or, if
    bool resumed;        // resumed, the one that is to be gone on with
    int64_t deadline_ns; // boot clock: no block is begun that would end after it; 0: none
    double budget_s;     // of the whole campaign, as far as the pilot can tell; 0: no limit
    const struct log *log;
    const volatile sig_atomic_t *stop;
    bool no_wait; // EXIT_UNFIT while another campaign is measuring on this machine
};

// The experiment of a stored campaign, as it was read then; its mistakes (a revision that is gone)
// in `report`.
NODISCARD struct spec *campaign_spec(struct arena *arena, const char *folder, struct text *report,
                                     struct error *error);

// Runs it whole, or what is missing of it. `*measured` tells whether there is something to report;
// if not, the folder is as it was before. What is otherwise than when a resumed campaign began
// (machine, tools, program) is EXIT_USAGE, named. EXIT_FAILED: a build or an execution failed for
// good, the rest was run and is stored. EXIT_INTERRUPTED: after Ctrl-C, what was measured is
// stored.
NODISCARD bool campaign_run(struct arena *arena, const struct campaign_request *request,
                            bool *measured, struct error *error);
