// Campaigns measured side by side on one machine: one block of each cell of each in every round.
#pragma once

#include "campaign/campaign.h"

// Runs the campaigns whole, or what is missing of them. First all folders are taken (if one cannot
// be, nothing is done), then this machine, which is waited for; then all programs are compiled, all
// pilots run, the real experiments decided on, with the budget shared out by budget_share(), and
// run. Rounds go over the campaigns in an order drawn from their seeds, so that whatever ends the
// queue leaves a balanced design.
//
// A campaign that fails ends with its own error, and the others go on. Ctrl-C (EXIT_INTERRUPTED),
// the deadline (EXIT_DEADLINE) and a machine that another has (EXIT_UNFIT) end all of them. False
// if any ended with an error; `error` is then the one that matters most, of a single campaign its
// own.
NODISCARD bool queue_run(struct arena *arena, const struct run_options *run_options,
                         struct campaign *campaigns, size_t count, struct error *error);
