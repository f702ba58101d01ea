// Measuring campaigns as the options say, and reporting their results.
#pragma once

#include "campaign/queue.h"
#include "commands/shared/command.h"

// Sets run options for `count` campaigns with a budget (0: none). EXIT_USAGE: a bad --until or
// --profile.
NODISCARD bool measure_run_options(const struct invocation *invocation,
                                   const struct measuring_options *options, size_t count,
                                   double budget_s, struct run_options *run_options,
                                   struct error *error);

// Reads --budget; NULL: 0.
NODISCARD bool measure_budget(const char *word, double *seconds, struct error *error);

// False, with a message, if --out is empty.
NODISCARD bool measure_out(const char *out, struct error *error);

// Prints the error and empties its text; its code stays. For mistakes after which the command
// looks for others.
void measure_print_error(const struct invocation *invocation, struct error *error);

// Runs the command of --on-finish, if there is one.
void measure_finish(const struct invocation *invocation, const char *on_finish,
                    const struct campaign *campaigns, size_t count, enum exit_code code,
                    const struct error *error);

// Runs campaigns whose requests are set, within a budget (0: none; not `given`: raised if it holds
// too few blocks), then writes csv/ and report.md of each and prints the reports. The exit code is
// the queue's or, if that is fine, the claims'.
enum exit_code measure(const struct invocation *invocation, const struct measuring_options *options,
                       const struct results_options *results, struct campaign *campaigns,
                       size_t count, double budget_s, bool given, struct error *error);
