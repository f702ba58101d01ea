// Confirming the suspects of a search by a campaign of their own.
#pragma once

#include "campaign/symbols/confirmation.h"
#include "commands/shared/command.h"

struct confirm_options {
    const char *out, *seed; // NULL: results/NAME-symbols/ID, a fresh one
    struct measuring_options measuring;
    struct results_options results;
};

// Runs the campaign, writes its files and prints the conclusion.
enum exit_code confirm_suspects(const struct invocation *invocation,
                                const struct confirm_options *options,
                                struct confirmation_request *request, struct error *error);

// Prints the conclusion of the campaign in `folder`, which confirm_suspects() began, and writes its
// files. EXIT_INCONCLUSIVE: it is unfinished.
enum exit_code confirm_report(const struct invocation *invocation,
                              const struct results_options *results, const char *folder,
                              struct error *error);

// Prints that nothing was confirmed, since nothing is suspected.
NODISCARD bool confirm_nothing(const struct invocation *invocation,
                               const struct results_options *results,
                               const struct symbol_search *search, struct error *error);
