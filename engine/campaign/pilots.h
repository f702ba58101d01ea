// The pilots of a queue, after the trial of its campaigns.
#pragma once

#include "campaign/campaign.h"

// Sets the size of every pilot by the costs of the trial, and says how long builds, executions and
// pilots take: a note, or on stdout after an only trial. The account's budget is raised where
// nobody gave it and it holds too few blocks; else that is EXIT_USAGE.
NODISCARD bool pilots_size(struct arena *arena, const struct run_options *run_options,
                           struct campaign *campaigns, size_t count, struct time_account *account,
                           struct error *error);
