// Measuring campaigns as the command line asks, and reporting what they gave.
#pragma once

#include "campaign/queue.h"
#include "commands/shared/command.h"

// What --until, --no-wait and the signals say, for `count` campaigns with a budget (0: none).
NODISCARD bool measure_run_options(const struct command_line *line, size_t count, double budget_s,
                                   struct run_options *run_options, struct error *error);

// False, with a message, if --out is empty.
NODISCARD bool measure_out(const struct command_line *line, struct error *error);

// Tells a mistake after which others are looked for; its code stays.
void measure_tell(const struct command_line *line, struct error *error);

// Runs the command of --on-finish, if there is one.
void measure_finish(struct command_line *line, const struct campaign *campaigns, size_t count,
                    enum exit_code code, const struct error *error);

// Runs campaigns of which the requests are set, then writes csv/ and report.md of each and prints
// the reports. The exit code is the queue's or, if that is fine, the claims'.
enum exit_code measure(struct command_line *line, struct campaign *campaigns, size_t count,
                       double budget_s, struct error *error);
