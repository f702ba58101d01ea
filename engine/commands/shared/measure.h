// Measuring campaigns as the command line asks, and reporting what they gave.
#pragma once

#include "campaign/queue.h"
#include "commands/shared/command.h"

// What --until, --no-wait and the signals say, for `count` campaigns with a budget (0: none).
NODISCARD bool measure_run_options(const struct invocation *invocation,
                                   const struct measuring_options *options, size_t count,
                                   double budget_s, struct run_options *run_options,
                                   struct error *error);

// False, with a message, if --out is empty.
NODISCARD bool measure_out(const char *out, struct error *error);

// Tells a mistake after which others are looked for; its code stays.
void measure_tell(const struct invocation *invocation, struct error *error);

// Runs the command of --on-finish, if there is one.
void measure_finish(const struct invocation *invocation, const char *on_finish,
                    const struct campaign *campaigns, size_t count, enum exit_code code,
                    const struct error *error);

// Runs campaigns of which the requests are set, then writes csv/ and report.md of each and prints
// the reports. The exit code is the queue's or, if that is fine, the claims'.
enum exit_code measure(const struct invocation *invocation, const struct measuring_options *options,
                       const struct results_options *results, struct campaign *campaigns,
                       size_t count, double budget_s, struct error *error);
