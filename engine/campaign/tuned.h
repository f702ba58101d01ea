// The machine made quieter for the campaigns of a queue.
#pragma once

#include "campaign/campaign.h"
#include "machine/tune/tune.h"

// To be called by who has the machine, and its lock `host`. First undoes what a campaign that was
// killed left; then, if it is asked for, tunes what is the machine's, so that the fingerprint that
// is stored later is the tuned one's.
NODISCARD bool tuned_begin(const struct run_options *run_options, int host, struct tuning *tuning,
                           struct error *error);

// Once they are open, so that their CPUs are known: tunes for those of all that are not over, and
// keeps what was done for their reports.
NODISCARD bool tuned_for(const struct run_options *run_options, const struct campaign *campaigns,
                         size_t count, struct tuning *tuning, struct error *error);
