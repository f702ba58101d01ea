// Tuning the machine for the campaigns of a queue.
#pragma once

#include "campaign/campaign.h"
#include "machine/tune/tune.h"

// The caller has the machine's lock, `host`. First restores settings that a killed campaign left;
// then, on request, tunes the settings that concern the whole machine, so that the fingerprint
// shows the tuned machine.
NODISCARD bool tuned_begin(const struct run_options *run_options, int host, struct tuning *tuning,
                           struct error *error);

// Called when the campaigns are open and their CPUs known. Tunes the CPUs of the campaigns that are
// not over, and stores the changed settings for their reports.
NODISCARD bool tuned_for(const struct run_options *run_options, const struct campaign *campaigns,
                         size_t count, struct tuning *tuning, struct error *error);
