// Campaigns measured side by side on one machine: one block of each cell of each in every round.
#pragma once

#include "campaign/campaign.h"

// Runs campaigns, or the rest of resumed ones. First locks all folders (if one is locked already,
// does nothing), then waits for this machine. Then it compiles all programs, runs all pilots,
// dimensions the real experiments, divides the budget (budget_share()) and runs them. Each round
// visits the campaigns in an order drawn from their seeds, so that the design is balanced whenever
// the queue ends.
//
// A campaign that fails ends with its own error, and the others continue. Ctrl-C
// (EXIT_INTERRUPTED), the deadline (EXIT_DEADLINE) and a machine in use by another campaign
// (EXIT_UNFIT) end all. False if a campaign ended with an error; `error` is then the queue's, or a
// single campaign's own.
NODISCARD bool queue_run(struct arena *arena, const struct run_options *run_options,
                         struct campaign *campaigns, size_t count, struct error *error);
